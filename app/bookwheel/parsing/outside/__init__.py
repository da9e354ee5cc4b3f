"""Programs of others that a reader asks for help: where they are, and how they are run so that they can do no harm.

May import `domain`. Only the parser child runs them.
"""
