"""Trains the nets of Cairn on self-play games of its engine."""
