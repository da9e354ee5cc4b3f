"""Models that need the extra bookwheel[models]: `make test-models` runs these in an environment of their own."""
