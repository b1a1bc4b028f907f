"""Templates of the titles: `games/<slug>/…` is looked up in that title's `ui/` folder."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.template import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader
from django.utils._os import safe_join


class Loader(FilesystemLoader):
    """Serve `games/<slug>/<file>` from `games/<package>/ui/<file>`."""

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        for slug, folder in settings.TITLE_FOLDERS.items():
            prefix = f"games/{slug}/"
            if template_name.startswith(prefix):
                name = safe_join(folder, template_name[len(prefix) :])
                yield Origin(name=name, template_name=template_name, loader=self)
