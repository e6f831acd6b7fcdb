"""Words labelled by a trained model: what a line holds, whatever the layout around it."""
