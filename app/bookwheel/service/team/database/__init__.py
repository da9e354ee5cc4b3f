"""A team's PostgreSQL database: the queue of workers, and the audit of readers. It needs the extra `team`.

May import the domain and psycopg; whoever is not configured for a database never imports it.
"""
