"""The service that is attacked is the one that its own tests ask."""

from tests.service.conftest import parts

__all__ = ["parts"]
