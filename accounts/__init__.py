"""People and parks: accounts, personas, offices, invitations, notices, the audit log."""
