"""A game on one sheet, for the table: in lines of text, or as a page that prints well."""
