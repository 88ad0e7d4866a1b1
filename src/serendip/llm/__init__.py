"""Language models behind one small client. Nothing in the product needs one: they only help."""
