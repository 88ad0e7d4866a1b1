"""People's files to observations: safe reading, tables, rows, and the runner that writes them."""
