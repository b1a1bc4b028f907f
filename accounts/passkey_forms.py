"""Passkey forms that answer a malformed credential as a wrong one (R-6)."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm

# What the libraries below raise on data that an authenticator would never send.
_MALFORMED = (
    AttributeError,
    IndexError,
    KeyError,
    OverflowError,
    TypeError,
    ValueError,
    struct.error,
    InvalidSignature,
    UnsupportedAlgorithm,
)


def _wrong_if_malformed(clean: Callable[[Any], Any]) -> Callable[[Any], Any]:
    @wraps(clean)
    def checked(form: Any) -> Any:
        try:
            return clean(form)
        except _MALFORMED as error:
            raise get_adapter().validation_error("incorrect_code") from error

    return checked


class AddForm(forms.AddWebAuthnForm):  # type: ignore[misc]
    """A new key."""

    clean = _wrong_if_malformed(forms.AddWebAuthnForm.clean)


class AuthenticateForm(forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """A key as second factor."""

    clean_credential = _wrong_if_malformed(forms.AuthenticateWebAuthnForm.clean_credential)


class LoginForm(forms.LoginWebAuthnForm):  # type: ignore[misc]
    """A passkey in place of the password."""

    clean_credential = _wrong_if_malformed(forms.LoginWebAuthnForm.clean_credential)


class ReauthenticateForm(forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """A key shown again."""

    clean_credential = _wrong_if_malformed(forms.ReauthenticateWebAuthnForm.clean_credential)
