"""The words of requests and the grammar over them."""
