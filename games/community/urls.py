"""Routes of the community's pages, feeds and JSON twins."""

from __future__ import annotations

from django.urls import path

from games.community import api
from games.community.views import calendars, league, news, people

app_name = "community"

urlpatterns = [
    path("news/", news.news, name="news"),
    path("news/feed.atom", news.feed, name="feed"),
    path("news/<int:pk>/", news.announcement, name="announcement"),
    path("parks/", people.parks, name="parks"),
    path("parks/<slug:slug>/", people.park, name="park"),
    path("people/", people.people, name="people"),
    path("people/<int:number>/", people.person, name="person"),
    path("standings/", league.standings, name="standings"),
    path("standings/head-to-head/", league.head_to_head, name="head_to_head"),
    path("standings/<slug:title>/", league.title_standings, name="title_standings"),
    path("series/<slug:slug>/", league.series_standings, name="series"),
    path("archive/", league.archive, name="archive"),
    path("archive/<slug:title>/", league.archive, name="archive_title"),
    path("archive/<slug:title>/<int:year>/", league.archive, name="archive_year"),
    path("games/<slug:code>/results/", league.results, name="results"),
    path("calendar/", calendars.calendar, name="calendar"),
    path("calendar/public.ics", calendars.public_file, name="calendar_public"),
    path("calendar/link", calendars.renew, name="calendar_renew"),
    path("calendar/link/revoke", calendars.revoke, name="calendar_revoke"),
    path("calendar/<token:token>.ics", calendars.own_file, name="calendar_own"),
    path("api/standings", api.titles, name="api-titles"),
    path("api/standings/<slug:title>", api.title_standings, name="api-standings"),
    path("api/series/<slug:slug>/standings", api.series_standings, name="api-series"),
    path("api/games/<slug:code>/results", api.results, name="api-results"),
    path("api/head-to-head", api.head_to_head, name="api-head-to-head"),
]
