"""The log and the updates only grow; the database refuses the rest."""

from django.db import migrations

from accounts.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [append_only("games_logentry"), append_only("games_update")]
