"""What every part shares: errors, the clock, text. Imports nothing of the product."""
