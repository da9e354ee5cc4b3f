"""What agents remember: the sheet, its table and the form in which one memory is edited.

May import the client, the domain and the rest of the window's rooms; never the library or its engines.
"""
