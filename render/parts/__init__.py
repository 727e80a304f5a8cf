"""Parts of pictures: placed tiles, headers, strips, chips and labels."""
