"""TinyDB over the storage that only appends: its queries work, and whatever would change a document is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Document, Table

from referee.lines import ENTRIES, AppendOnlyError
from referee.storage import AppendStorage, MemoryStorage


class AppendTable(Table):
    """A TinyDB table over a record's storage: whatever reads works, `insert` adds, the rest is refused."""

    def __init__(self, storage: Storage, name: str, **options: Any) -> None:
        if not isinstance(storage, MemoryStorage):
            raise TypeError("an AppendTable needs an AppendStorage")
        super().__init__(storage, name, **options)
        self._lines = storage

    def insert(self, document: Mapping[str, Any]) -> int:
        """Append one document and return its id. The table is not rebuilt. Raises as `AppendStorage.append` does."""
        due = self._lines.count(self.name) + 1
        if isinstance(document, Document) and document.doc_id != due:
            raise AppendOnlyError(f"The next document of {self.name} has the number {due}, not {document.doc_id}.")
        number = self._lines.append(self.name, document)
        self.clear_cache()
        return number

    def insert_multiple(self, documents: Iterable[Mapping[str, Any]]) -> list[int]:
        """Append one after the other; each is on the disk before the next is written."""
        return [self.insert(document) for document in documents]

    def _read_table(self) -> dict[str, Mapping[str, Any]]:
        return dict(self._lines.tables.get(self.name, {}))

    def _update_table(self, updater: object) -> NoReturn:
        """Where TinyDB's update, upsert, remove and truncate all come through."""
        self._lines.write({})


class RecordDB(TinyDB):
    """TinyDB with the table above and the record's storage."""

    # TinyDB's documentation invites this; its annotations are narrower.
    table_class = AppendTable  # type: ignore[assignment]
    default_storage_class = AppendStorage  # type: ignore[assignment]
    default_table_name = ENTRIES
