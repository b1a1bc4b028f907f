"""Accounts, parks and what is kept about them."""

from __future__ import annotations

import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("recipients", models.TextField()),
                ("subject", models.TextField()),
                ("body", models.TextField()),
                ("message_id", models.CharField(blank=True, max_length=255)),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="Letter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("to", models.EmailField(max_length=254)),
                ("subject", models.TextField()),
                ("body", models.TextField()),
                ("message_id", models.CharField(max_length=80)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("email", models.EmailField(max_length=254, unique=True)),
                ("is_active", models.BooleanField(default=True)),
                ("is_staff", models.BooleanField(default=False, verbose_name="GM")),
                (
                    "is_minor",
                    models.BooleanField(
                        default=False,
                        help_text="Age band set by the club: no private chat with adults outside a game's rooms.",
                        verbose_name="under age",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now)),
                ("emptied_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("by", models.BigIntegerField(blank=True, db_index=True, null=True)),
                ("address", models.GenericIPAddressField(blank=True, null=True)),
                ("what", models.CharField(db_index=True, max_length=64)),
                ("target", models.CharField(max_length=32)),
                ("target_id", models.CharField(blank=True, max_length=64)),
                (
                    "before",
                    models.JSONField(
                        blank=True,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                        null=True,
                    ),
                ),
                (
                    "after",
                    models.JSONField(
                        blank=True,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                        null=True,
                    ),
                ),
                ("reason", models.TextField(blank=True)),
                ("request_id", models.CharField(blank=True, max_length=64)),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit log",
                "ordering": ("-id",),
                "indexes": [
                    models.Index(fields=["target", "target_id"], name="accounts_audit_target")
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=32)),
                ("game_id", models.BigIntegerField(blank=True, null=True)),
                ("key", models.CharField(max_length=120)),
                (
                    "params",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                ("is_shown", models.BooleanField(default=True, help_text="Listed in the portal.")),
                (
                    "mail",
                    models.CharField(
                        choices=[
                            ("never", "no mail"),
                            ("waiting", "to be sent"),
                            ("digest", "in the next digest"),
                            ("sending", "being sent"),
                            ("sent", "sent"),
                            ("failed", "given up"),
                        ],
                        default="never",
                        max_length=8,
                    ),
                ),
                (
                    "mail_id",
                    models.CharField(
                        blank=True, help_text="Message-Id of its mail.", max_length=80
                    ),
                ),
                ("mail_at", models.DateTimeField(blank=True, null=True)),
                ("mail_tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "recipient",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="Park",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, unique=True)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("abbreviation", models.CharField(blank=True, max_length=8)),
                (
                    "mark",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="Colour, pattern and emblem.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(12),
                        ],
                    ),
                ),
                ("heraldry", models.CharField(blank=True, editable=False, max_length=48)),
                ("is_active", models.BooleanField(default=True)),
            ],
            options={
                "ordering": ("name",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("mark__gte", 1), ("mark__lte", 12)),
                        name="accounts_park_mark",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_by", models.BigIntegerField(db_index=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField()),
                ("uses_left", models.PositiveSmallIntegerField(default=1)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("used_by", models.BigIntegerField(blank=True, null=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "park",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="accounts.park",
                    ),
                ),
            ],
            options={
                "ordering": ("-made_at",),
            },
        ),
        migrations.CreateModel(
            name="Heraldry",
            fields=[
                ("name", models.CharField(max_length=48, primary_key=True, serialize=False)),
                ("content", models.BinaryField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "park",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.park",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "heraldry",
            },
        ),
        migrations.CreateModel(
            name="ParkOrkId",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "ork_id",
                    models.PositiveBigIntegerField(
                        unique=True,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="ORK park id",
                    ),
                ),
                (
                    "park",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ork_ids",
                        to="accounts.park",
                    ),
                ),
            ],
            options={
                "verbose_name": "ORK park id",
                "ordering": ("ork_id",),
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("persona", models.CharField(blank=True, max_length=40)),
                (
                    "key",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="Persona as a reader may confuse it.",
                        max_length=160,
                    ),
                ),
                (
                    "ork_id",
                    models.PositiveBigIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="ORK id",
                    ),
                ),
                (
                    "claim",
                    models.CharField(
                        choices=[
                            ("none", "not claimed"),
                            ("asked", "waiting for approval"),
                            ("approved", "approved"),
                            ("refused", "refused"),
                        ],
                        default="none",
                        max_length=10,
                    ),
                ),
                ("claimed_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("decided_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("decided_by", models.BigIntegerField(blank=True, editable=False, null=True)),
                (
                    "home_park",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.park",
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("from_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("until_at", models.DateTimeField(blank=True, null=True)),
                (
                    "park",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to="accounts.park",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="accounts.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="General",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("from_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("until_at", models.DateTimeField(blank=True, null=True)),
                (
                    "office",
                    models.CharField(
                        choices=[("general", "General"), ("deputy", "Deputy")],
                        default="general",
                        max_length=8,
                    ),
                ),
                ("made_by", models.BigIntegerField(blank=True, editable=False, null=True)),
                ("ended_by", models.BigIntegerField(blank=True, editable=False, null=True)),
                (
                    "park",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appointments",
                        to="accounts.park",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appointments",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "appointment",
            },
        ),
        migrations.CreateModel(
            name="Preferences",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("zone", models.CharField(blank=True, max_length=64, verbose_name="time zone")),
                (
                    "theme",
                    models.CharField(
                        choices=[("system", "As the system"), ("light", "Light"), ("dark", "Dark")],
                        default="system",
                        max_length=8,
                    ),
                ),
                (
                    "density",
                    models.CharField(
                        choices=[("cosy", "Cosy"), ("compact", "Compact")],
                        default="cosy",
                        max_length=8,
                    ),
                ),
                (
                    "motion",
                    models.CharField(
                        choices=[("system", "As the system"), ("off", "No motion")],
                        default="system",
                        max_length=8,
                    ),
                ),
                (
                    "patterns",
                    models.CharField(
                        choices=[("normal", "Normal"), ("strong", "Strong")],
                        default="normal",
                        max_length=8,
                        verbose_name="pattern strength",
                    ),
                ),
                ("sound", models.BooleanField(default=False)),
                (
                    "notices",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="Kind to {page, browser, mail}; absent means default.",
                    ),
                ),
                ("digest_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="preferences",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "preferences",
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.DateField(verbose_name="first day")),
                ("last", models.DateField(verbose_name="last day")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "ordering": ("first",),
            },
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("email"), name="accounts_user_email"
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("mail__in", ["waiting", "digest", "sending"])),
                fields=["mail", "id"],
                name="accounts_notice_outbox",
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("is_shown", True), ("read_at", None)),
                fields=["recipient"],
                name="accounts_notice_unread",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("recipient", "game_id", "key", "kind"), name="accounts_notice_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("game_id", None)),
                fields=("recipient", "key", "kind"),
                name="accounts_notice_once_without_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("key",),
                name="accounts_player_persona",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("claim", "approved")),
                fields=("ork_id",),
                name="accounts_player_ork_id",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until_at", None)),
                fields=("player",),
                name="accounts_membership_one_park",
            ),
        ),
        migrations.AddConstraint(
            model_name="general",
            constraint=models.UniqueConstraint(
                condition=models.Q(("office", "general"), ("until_at", None)),
                fields=("park",),
                name="accounts_general_one_per_park",
            ),
        ),
        migrations.AddConstraint(
            model_name="general",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until_at", None)),
                fields=("park", "player"),
                name="accounts_general_one_office",
            ),
        ),
        migrations.AddConstraint(
            model_name="general",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("until_at", None), ("until_at__gte", models.F("from_at")), _connector="OR"
                ),
                name="accounts_general_dates",
            ),
        ),
        migrations.AddConstraint(
            model_name="vacation",
            constraint=models.CheckConstraint(
                condition=models.Q(("last__gte", models.F("first"))), name="accounts_vacation_dates"
            ),
        ),
    ]
