"""Which vocabulary a search has, and what to say where one's own cannot be read."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.errors import SettingsError
from rulebook.model.notice import Notice
from rulebook.settings import Retrieval
from rulebook.text.concepts import Vocabulary, vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class Synonyms:
    """The concepts that queries are looked up in; the notices are for every search that uses them."""

    vocabulary: Vocabulary
    notices: tuple[Notice, ...] = ()


def synonyms_of(settings: Retrieval) -> Synonyms:
    """The vocabulary that is set: an empty one where synonyms count nothing, and the packaged one, with a notice, where
    one's own file cannot be read. That file is read again with every search until it can be."""
    if settings.synonym_weight <= 0:
        return Synonyms(vocabulary=Vocabulary(()))
    try:
        return Synonyms(vocabulary=vocabulary(settings.vocabulary))
    except SettingsError as error:
        what = "Your own vocabulary is off, only the synonyms that come with rulebook were used"
        return Synonyms(vocabulary=vocabulary(), notices=(Notice(code="vocabulary_off", message=f"{what}: {error}"),))
