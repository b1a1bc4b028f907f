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


@pytest.fixture
def _restored_triggers(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """After the flush of a test with real transactions, put the append-only triggers back."""
    from django.db import connection

    from accounts.append_only import protect, protected

    with django_db_blocker.unblock():
        tables = protected(connection)
    yield
    with django_db_blocker.unblock():
        for table in tables:
            protect(connection, table)
        connection.close()


@pytest.fixture
def live_db(_restored_triggers: None, transactional_db: None, clean_caches: None) -> Iterator[None]:
    """A database that several threads see; its flush may delete from append-only tables."""
    from django.db import connection

    from accounts.append_only import protected, release

    yield
    for table in protected(connection):
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
