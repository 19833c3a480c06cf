"""Campaigns as arrays: rows read into a table, gathered into the cells that figures are made of, and curve files."""
