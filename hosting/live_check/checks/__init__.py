"""The checks: functions that try one thing each on a `LiveChannel`, and return what they saw."""
