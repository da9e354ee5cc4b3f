"""What the doctor says of the cache of remote images."""

from __future__ import annotations

from bookwheel.domain.messages import Message
from bookwheel.domain.service.doctor import Check
from bookwheel.service.images.image_cache import ImageCache


def check_cache(cache: ImageCache, repair: bool) -> Check:
    """How the cache is; files that are no image of it are removed if that is to be repaired."""
    name, strangers = Message("images"), cache.strangers()
    if strangers and repair:
        cache.sweep()
        return Check(name, "mended", Message("Damaged files were removed from the cache for remote images."))
    if strangers:
        told = Message("The cache for remote images holds damaged files: {count}.", count=len(strangers))
        return Check(name, "bad", told, Message.verbatim("bookwheel doctor --repair"))
    count, size = cache.count()
    told = Message("The cache holds {count} remote images ({size} MB).", count=count, size=f"{size / 1_000_000:.1f}")
    return Check(name, "good", told)
