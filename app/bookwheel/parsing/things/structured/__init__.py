"""What structured files state: records, Kubernetes objects, and the projects of manifests.

May import what `parsing/things` may. `values.py` and the readers beside it give a file's values with their lines;
`files.py` is the entrance.
"""
