"""An indexing worker of a team: takes jobs from the queue, brings a collection up in its own library, publishes it.

May import the service's parts and the team's database; readers and persons' services never import it.
"""
