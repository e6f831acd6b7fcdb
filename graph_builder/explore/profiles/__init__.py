"""What is known of one thing: profiles, cards, figures, and the sentence behind each fact."""
