"""Trains the networks of Cairn from games that its engine played against itself."""
