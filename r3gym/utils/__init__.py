"""Utilities without any rule of the paper, for use by every package: hashes, files, plugins, compiled parts."""
