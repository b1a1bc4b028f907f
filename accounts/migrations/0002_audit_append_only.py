"""R-9: the audit log only grows."""

from __future__ import annotations

from django.db import migrations

from accounts.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [append_only("accounts_auditentry")]
