"""One family of errors: what happened, where, and what to do about it."""

from __future__ import annotations

from typing import ClassVar


class RulebookError(Exception):
    """A request that could not be fulfilled, said so that the person can act on it.

    ``code`` is stable and meant for programs; ``what``, ``where`` and ``remedy`` are sentences for people.
    """

    code: ClassVar[str] = "E_RULEBOOK"

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.remedy = remedy

    def __str__(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head} {self.remedy}" if self.remedy else head


class SettingsError(RulebookError):
    """A key of the configuration is unknown or its value is not allowed."""

    code = "E_SETTINGS"


class UsageError(RulebookError):
    """The request itself is wrong: an unknown category, a file given twice, an empty query."""

    code = "E_USAGE"


class DocumentError(RulebookError):
    """A document that could not be read. Other documents are not affected."""

    code = "E_DOCUMENT"


class EmptyFile(DocumentError):
    code = "E_EMPTY_FILE"


class DamagedFile(DocumentError):
    code = "E_DAMAGED_FILE"


class EncryptedFile(DocumentError):
    code = "E_ENCRYPTED_FILE"


class OldFormat(DocumentError):
    code = "E_OLD_FORMAT"


class UnsupportedType(DocumentError):
    code = "E_UNSUPPORTED_TYPE"


class TypeMismatch(DocumentError):
    """The name says one type, the content another: a renamed file."""

    code = "E_TYPE_MISMATCH"


class UnsafeFile(DocumentError):
    """The package holds what no office program writes: a DOCTYPE, duplicate parts, paths that climb."""

    code = "E_UNSAFE_FILE"


class LimitExceeded(DocumentError):
    """The file passes a limit on size, expansion, entries, cells, depth, time or memory."""

    code = "E_LIMIT_EXCEEDED"


class NoText(DocumentError):
    """The file is sound but holds no text, as scans and picture-only decks do."""

    code = "E_NO_TEXT"


class BuildInProgress(RulebookError):
    """Somebody else builds, retires, repairs, backs up or restores; the message says who, where that is known."""

    code = "E_BUILD_IN_PROGRESS"


class BuildRefused(RulebookError):
    """Nothing was published: documents failed, or the staged version did not pass verification."""

    code = "E_BUILD_REFUSED"


class BuildCancelled(RulebookError):
    code = "E_BUILD_CANCELLED"


class VersionNotFound(RulebookError):
    code = "E_VERSION_NOT_FOUND"


class VersionRetired(VersionNotFound):
    """The version was published and later retired: its record is kept, its content is not."""

    code = "E_VERSION_RETIRED"


class VersionInUse(RulebookError):
    """The version cannot be retired: it is active, or sessions that have not ended are locked to it."""

    code = "E_VERSION_IN_USE"


class VersionDamaged(RulebookError):
    """A published version's own files do not match their hashes."""

    code = "E_VERSION_DAMAGED"


class BackupRefused(RulebookError):
    """A folder is not what a backup can be written to, read from, or restored to; nothing was changed."""

    code = "E_BACKUP_REFUSED"


class BackupDamaged(RulebookError):
    """Files of a backup are missing or not what was written; the message names them. Nothing was restored."""

    code = "E_BACKUP_DAMAGED"


class SessionNotFound(RulebookError):
    code = "E_SESSION_NOT_FOUND"


class SessionExpired(SessionNotFound):
    """Nobody used the session for the time that is set; its record is kept."""

    code = "E_SESSION_EXPIRED"


class DecisionOutdated(RulebookError):
    """Somebody else decided the same conflict since it was looked at; the message says who, what and when."""

    code = "E_DECISION_OUTDATED"


class FeedbackNotFound(RulebookError):
    code = "E_FEEDBACK_NOT_FOUND"


class StoreError(RulebookError):
    """The handbook's folder or database cannot be used as it is."""

    code = "E_STORE"


class OutputFailed(RulebookError):
    """The result of a command cannot be written to where it should go."""

    code = "E_OUTPUT"


class StoreBusy(StoreError):
    """Another program holds the database for longer than the wait that is set."""

    code = "E_STORE_BUSY"


class StoreFull(StoreError):
    code = "E_STORE_FULL"


class StoreReadOnly(StoreError):
    """The database or its folder may be read, but not written."""

    code = "E_STORE_READ_ONLY"


class StoreDamaged(StoreError):
    """The file is no database, or its content is broken."""

    code = "E_STORE_DAMAGED"


class VectorStoreError(RulebookError):
    """The vector index refused or lost something; the version's own files are not affected."""

    code = "E_VECTOR_STORE"


class CollectionNotFound(VectorStoreError):
    code = "E_COLLECTION_NOT_FOUND"


class EncoderUnavailable(RulebookError):
    """The embedding model is not installed, its weights are missing, or it failed on a text."""

    code = "E_ENCODER_UNAVAILABLE"


class RerankerUnavailable(RulebookError):
    code = "E_RERANKER_UNAVAILABLE"


class RerankerLoading(RerankerUnavailable):
    """The model is on its way into memory; the next searches will have it."""

    code = "E_RERANKER_LOADING"
