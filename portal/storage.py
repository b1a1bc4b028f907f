"""Static files with hashed names, relative module imports included."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ManifestStorage(CompressedManifestStaticFilesStorage):
    """ES modules import each other relatively; those imports are hashed too."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 30  # one per step of the longest chain of imports; five are too few
