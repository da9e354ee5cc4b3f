"""A recorder of every packet and every written file, native code's included, and the first hour that it records."""
