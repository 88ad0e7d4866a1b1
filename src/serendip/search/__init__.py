"""Engine 1, channel search: from a request to conditions, to a query, to verified rows with reasons."""
