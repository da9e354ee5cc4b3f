"""A team's reader and its clients against an OpenID Connect provider that others wrote: `make test-team`."""
