"""A day of a library in minutes: folders change, processes die and start, agents ask; in the end nothing shows it.

It is made of processes as a person has them: the service, the command line, the bridge, a window. `level` starts it
where every packet and every written file is recorded, `walk` lives it, `ending` compares it with a fresh library.
"""
