"""Fixtures for everything that touches the database; rules tests need none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest


@pytest.fixture
def clean_caches() -> Iterator[None]:
    """No decoded state, no rate window survives from the test before."""
    from django.core.cache import cache as django_cache

    from games.hosting import cache

    cache.clear()
    django_cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """PostgreSQL drops no database that asgiref's own threads still hold a connection to."""
    from django.db import connection

    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


_lifted: set[str] = set()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Put back the append-only triggers that a test with real transactions took off."""
    if not _lifted:
        return
    from django.db import connection
    from pytest_django.plugin import blocking_manager_key

    from accounts.append_only import protect

    with item.config.stash[blocking_manager_key].unblock():
        for table in sorted(_lifted):
            protect(connection, table)
        connection.close()
    _lifted.clear()


@pytest.fixture
def live_db(transactional_db: None, clean_caches: None) -> Iterator[None]:
    """A database that several threads see; its flush may delete from append-only tables."""
    from django.db import connection

    from accounts.append_only import protected, release

    yield
    _lifted.update(protected(connection))
    for table in _lifted:
        release(connection, table)


@pytest.fixture
def make_user(db: None) -> Callable[..., Any]:
    """`make_user("edda", staff=True)`: an account with a verified address."""
    from allauth.account.models import EmailAddress

    from accounts.models import User

    def make(name: str, *, staff: bool = False) -> Any:
        create = User.objects.create_superuser if staff else User.objects.create_user
        user = create(f"{name}@example.org", "correct horse", persona=name.title())
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    return make


@pytest.fixture
def make_park(db: None) -> Callable[..., Any]:
    """`make_park("Frost Hold", general=user)`: a park, with ORK ids and a general if given."""
    from accounts import services
    from accounts.models import Park, ParkOrkId

    def make(name: str, *, general: Any = None, mark: int = 1, ork: tuple[int, ...] = ()) -> Any:
        park = Park.objects.create(name=name, slug=name.lower().replace(" ", "-"), mark=mark)
        ParkOrkId.objects.bulk_create(ParkOrkId(park=park, ork_id=number) for number in ork)
        if general is not None:
            services.appoint(park, general.player, "general", by=None)
        return park

    return make
