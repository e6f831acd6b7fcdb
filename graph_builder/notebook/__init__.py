"""The explorer's graph inside a notebook: a widget whose front end is the explorer's own, in a frame."""
