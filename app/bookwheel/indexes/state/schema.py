"""The tables of the state, version by version."""

VERSION = 11

MIGRATIONS = (
    """
    CREATE TABLE collection (slug TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE activity (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, client TEXT NOT NULL, record TEXT NOT NULL
    );
    CREATE INDEX activity_at ON activity (at);
    CREATE TABLE activity_collection (slug TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (slug, sequence));
    CREATE TABLE forgetting (slug TEXT PRIMARY KEY);
    """,
    "CREATE TABLE map_places (slug TEXT PRIMARY KEY, places BLOB NOT NULL);",
    """
    CREATE TABLE memory (id TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE memory_vectors (id TEXT PRIMARY KEY, model TEXT NOT NULL, vectors BLOB NOT NULL);
    """,
    "CREATE TABLE pin (section TEXT PRIMARY KEY, place INTEGER NOT NULL, record TEXT NOT NULL);",
    """
    CREATE TABLE manual_link (
        id TEXT PRIMARY KEY, subject TEXT NOT NULL, object TEXT NOT NULL, record TEXT NOT NULL
    );
    """,
    "CREATE TABLE topics (slug TEXT PRIMARY KEY, tree BLOB NOT NULL);",
    "CREATE TABLE same_thing (id TEXT PRIMARY KEY, record TEXT NOT NULL);",
    "CREATE TABLE topic_proposal (id TEXT PRIMARY KEY, doc TEXT NOT NULL, record TEXT NOT NULL);",
    """
    CREATE TABLE annotation (id TEXT PRIMARY KEY, doc TEXT NOT NULL, record TEXT NOT NULL);
    CREATE INDEX annotation_doc ON annotation (doc);
    """,
    "CREATE TABLE reading (doc TEXT PRIMARY KEY, record TEXT NOT NULL);",
    """
    CREATE TABLE job (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, slug TEXT NOT NULL, record TEXT NOT NULL);
    CREATE INDEX job_slug ON job (slug, number);
    """,
)
"""One script a schema version, in order."""
