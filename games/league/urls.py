"""Routes of the league's own pages; the GM's live in the admin."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
