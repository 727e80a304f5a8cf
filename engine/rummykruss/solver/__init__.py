"""The search for the best turn on a grid."""
