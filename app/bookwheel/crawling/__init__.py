"""Sites, feeds and git addresses fetched into a mirror of documents, in a child process of the service.

May import fetching, parsing, paths, domain and what lies below; must not know Qt, the engines or the library.
The service alone uses it.
"""
