"""The GM console's base classes; the only importer of the admin theme (ui.md section 2).

Every change through a form leaves one `AuditEntry` with its fields before and after (R-9); Django's
own log, which would keep personas, is not written. There is no bulk deletion. Buttons that do more
than fill in a form call services, which leave their own row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.contrib.admin.widgets import AutocompleteSelect
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.admin import ModelAdmin, StackedInline, TabularInline
from unfold.decorators import action as button
from unfold.decorators import display

from accounts.auditing import audit
from accounts.refusals import Refused
from accounts.views import sentence

__all__ = ["GmAdmin", "GmStackedInline", "GmTabularInline", "ReadOnlyAdmin", "button", "display"]

HIDDEN = "changed"


def secure_site() -> None:
    """Sign-in, with second factor, and passwords are allauth's alone, in the console too."""
    site = admin.site
    site.login = secure_admin_login(site.login)  # type: ignore[method-assign]
    site.password_change = _to_password_page  # type: ignore[method-assign, assignment]


def _to_password_page(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    return HttpResponseRedirect(reverse("account_change_password"))


class NumbersOnly(AutocompleteSelect):
    """Django's own widget fails when it shows again what cannot be a row's number."""

    def optgroups(self, name: str, value: Any, attr: Any = None) -> Any:
        """The chosen rows; what is no number chooses none."""
        return super().optgroups(name, [v for v in value if str(v).isdecimal()], attr)


class Choosing:
    """Foreign keys chosen by typing."""

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """As the theme does it, with a widget that survives nonsense."""
        admin_class: Any = self
        if db_field.name in admin_class.get_autocomplete_fields(request):
            kwargs.setdefault("widget", NumbersOnly(db_field, admin_class.admin_site))
        parent: Any = super()
        return parent.formfield_for_foreignkey(db_field, request, **kwargs)


class GmTabularInline(Choosing, TabularInline):  # type: ignore[misc]
    """Rows of a related model, one line each."""

    extra = 0


class GmStackedInline(Choosing, StackedInline):  # type: ignore[misc]
    """Rows of a related model, one block each."""

    extra = 0


class GmAdmin(Choosing, ModelAdmin):  # type: ignore[misc]
    """A model in the console."""

    # What the audit log calls the model; its fields that stay out of the log.
    audit_target: ClassVar[str] = ""
    audit_hidden: ClassVar[tuple[str, ...]] = ()
    # Saving goes through a service that leaves its own row.
    audits_itself: ClassVar[bool] = False
    actions_on_bottom = False
    list_per_page = 50

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Everything but Django's bulk deletion."""
        actions: dict[str, Any] = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """What changed, by field; `log_addition` and `log_change` write it down."""
        before, after = self._changes(form, "")
        for formset in formsets or []:
            for number, row in enumerate(formset.forms):
                if row.has_changed():
                    old, new = self._changes(row, f"{formset.prefix}.{row.instance.pk or number}.")
                    before, after = before | old, after | new
            for gone in getattr(formset, "deleted_objects", []):
                before[f"{formset.prefix}.{gone.pk}"] = "deleted"
        return {"before": before, "after": after}

    def log_addition(self, request: HttpRequest, obj: models.Model, message: Any) -> None:
        """One audit row for a new object."""
        self._audit(request, obj, "added", None, message["after"])

    def log_change(self, request: HttpRequest, obj: models.Model, message: Any) -> None:
        """One audit row for a changed object."""
        if message["before"] or message["after"]:
            self._audit(request, obj, "changed", message["before"], message["after"])

    def log_deletions(self, request: HttpRequest, queryset: Iterable[models.Model]) -> None:
        """One audit row for each object that goes."""
        for obj in queryset:
            self._audit(request, obj, "deleted", None, None)

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra: Any = None
    ) -> HttpResponse:
        """A service's refusal is shown in words, above the form."""
        try:
            answer: HttpResponse = super().changeform_view(request, object_id, form_url, extra)
        except Refused as refusal:
            self.show_refusal(request, refusal)
            return HttpResponseRedirect(request.get_full_path())
        return answer

    def each(self, request: HttpRequest, rows: Iterable[Any], deed: Callable[[Any], Any]) -> None:
        """Do `deed` to each chosen row, showing what was refused."""
        done = 0
        for row in rows:
            try:
                deed(row)
            except Refused as refusal:
                self.show_refusal(request, refusal)
            else:
                done += 1
        self.message_user(request, f"Done: {done}", messages.SUCCESS)

    def show_refusal(self, request: HttpRequest, refusal: Refused) -> None:
        """Show why something was refused."""
        text = sentence("refusal", {"code": refusal.code, **refusal.params})
        self.message_user(request, text, messages.ERROR)

    def _audit(
        self, request: HttpRequest, obj: models.Model, what: str, before: Any, after: Any
    ) -> None:
        if self.audits_itself:
            return
        target = self.audit_target or obj._meta.model_name or ""
        audit(
            by=request.user.pk,
            what=f"{target}_{what}",
            target=target,
            target_id=obj.pk,
            before=before or None,
            after=after or None,
            request=request,
        )

    def _changes(self, form: Any, prefix: str) -> tuple[dict[str, Any], dict[str, Any]]:
        before, after = {}, {}
        for name in form.changed_data:
            is_hidden = name in self.audit_hidden
            old, new = form.initial.get(name), form.cleaned_data.get(name)
            before[prefix + name] = HIDDEN if is_hidden else _plain(old)
            after[prefix + name] = HIDDEN if is_hidden else _plain(new)
        return before, after


class ReadOnlyAdmin(GmAdmin):
    """A model that the console shows and never changes."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes."""
        return False


def _plain(value: Any) -> Any:
    """A form's value as the log keeps it: numbers in place of objects."""
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, (models.QuerySet, list, tuple, set)):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)
