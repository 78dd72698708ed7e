"""Files that hold other files: archives, mail messages and mailboxes.

Each kind has ``unpack(path, options, name="", wanted="") -> Contents``: the members go into ``options.scratch`` under
names of our own, so that no name inside decides where anything is written. ``name`` is what the container is known
by (``file_paths``); ``wanted`` limits the work to one member. What members are called is the same in every run.
"""
