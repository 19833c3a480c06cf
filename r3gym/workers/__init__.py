"""Workers: processes apart from the host in which answers meet libraries that evaluate them."""
