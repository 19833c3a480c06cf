"""What every room may use and no rule of the paper stands in: hashes, files, plug-ins, compiled parts."""
