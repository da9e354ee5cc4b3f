"""The official conformance suite of the agents' protocol against our gate and transport: `make conformance`."""
