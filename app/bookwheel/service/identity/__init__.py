"""Who calls a team's reader: checks access tokens with the published keys of an OpenID Connect provider.

May import fetching and domain. Must not know who is served what; a person's own service never imports it.
"""
