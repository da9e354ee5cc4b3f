"""One search: the query read, its legs asked and fused, hits ordered, cut and explained."""
