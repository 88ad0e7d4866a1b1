"""What ``make bench`` runs: a figure is a JSON line on standard output; progress goes to standard error."""
