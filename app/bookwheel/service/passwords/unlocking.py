"""Opening a protected document with a password, and closing it again."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from bookwheel.domain.errors import BadRequest, WrongPassword
from bookwheel.domain.links.lone_files import name_of_document
from bookwheel.domain.messages import Message
from bookwheel.domain.service.passwords import Keeper, PasswordAnswer, ProtectedRequest, UnlockAnswer, UnlockRequest
from bookwheel.domain.service.requests import Empty
from bookwheel.library.library import Library
from bookwheel.library.reading.protected_files import SourceFiles
from bookwheel.service.passwords.passwords import Passwords

LONGEST = 1000
"""Characters of a password."""


class Unlocking:
    """The three calls about passwords. `relearn` tells the indexer of all passwords, and of hashes just forgotten."""

    def __init__(
        self, library: Library, files: SourceFiles, passwords: Passwords, relearn: Callable[[tuple[str, ...]], None]
    ) -> None:
        """Work on the library's files."""
        self._library, self._files, self._passwords, self._relearn = library, files, passwords, relearn

    def unlock(self, request: UnlockRequest) -> UnlockAnswer:
        """Try a password, keep it if it opens the document, and have the document read.

        Raises:
            NotFound: for a file that the library does not take in.
            WrongPassword: when the password does not open it.
            BadRequest: for no password, or a document that is opened without one or by none.
        """
        if not request.password or len(request.password) > LONGEST or "\0" in request.password:
            raise BadRequest("Enter a password of 1 to {most} characters.", most=LONGEST)
        doc, path, content = self._files.read(request.doc)
        name = name_of_document(doc)
        reply = self._library.pictures.try_password(content, path, request.password)
        if reply.is_protected:
            raise WrongPassword("The password does not open {document}. Check it and try again.", document=name)
        if reply.skipped:
            raise BadRequest(reply.skipped)
        if reply.exceeded or reply.failed:
            raise BadRequest("{document} could not be opened: it takes too much time or memory.", document=name)
        keeper = self._passwords.keep(blake2b(content, digest_size=16).hexdigest(), request.password)
        self._relearn(())
        return UnlockAnswer(doc, keeper, self._describe(keeper))

    def forget_password(self, request: ProtectedRequest) -> Empty:
        """Forget a document's password and what was read with it.

        Raises:
            NotFound: for a file that the library does not take in.
            BadRequest: when the keyring does not forget the password now.
        """
        doc, hash = self._files.hash_of(request.doc)
        is_forgotten = self._passwords.forget([hash])
        self._relearn((hash,))
        if not is_forgotten:
            raise BadRequest(
                "{document} is locked again, but the system's keyring does not answer. Bookwheel deletes the password"
                " there as soon as it does.",
                document=doc,
            )
        return Empty()

    def password(self, request: ProtectedRequest) -> PasswordAnswer:
        """The password of a document, for the window that shows its pages; empty when none is known.

        Raises:
            NotFound: for a file that the library does not take in.
        """
        return PasswordAnswer(self._passwords.get(self._files.hash_of(request.doc)[1]))

    def _describe(self, keeper: Keeper) -> Message:
        if keeper is Keeper.KEYRING:
            return Message("The password is kept in the system's keyring ({name}).", name=self._passwords.keyring.name)
        return Message(
            "The system keyring does not respond. Bookwheel keeps the password until its background service stops."
        )
