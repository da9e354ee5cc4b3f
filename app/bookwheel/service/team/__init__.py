"""A team's reader: the service as it shows published collections to people and agents who sign in.

May import the service's parts, its gates and what serves agents; a person's own service never imports it.
"""
