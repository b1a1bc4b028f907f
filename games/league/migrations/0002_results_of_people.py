import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeriesGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.PositiveBigIntegerField(unique=True)),
            ],
            options={
                "ordering": ["series", "game"],
            },
        ),
        migrations.AddField(
            model_name="result",
            name="bot",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="result",
            name="retired",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="result",
            name="ties",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="result",
            name="place",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(fields=["-ended_at"], name="league_result_ended"),
        ),
        migrations.AddField(
            model_name="seriesgame",
            name="series",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="games",
                to="league.series",
            ),
        ),
    ]
