"""Community: announcements, directory, people, archive, calendar, standings."""
