"""The platforms: what they are called, how their links look, and whom a link names.

``registry`` lists them, one file a platform holds its link patterns with examples beside them, ``urls``
reads links. Nothing here opens an address.
"""
