"""What a picture shows, and in which order, before anything is drawn."""
