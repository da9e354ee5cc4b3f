"""The dialogs of a window, each built when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BookwheelError, ProtectedFile
from bookwheel.domain.links.lone_files import is_lone, name_of_document
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.sources import SourceCard
from bookwheel.domain.subscribe_links import Offer
from bookwheel.gui.agents.activity_dock import ActivityDock
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.shortcuts import Shortcuts
from bookwheel.gui.state.locations import Location
from bookwheel.gui.status.status_bar import StatusBar
from bookwheel.gui.window.team_dialogs import TeamDialogs
from bookwheel.paths import LibraryPaths

if TYPE_CHECKING:
    from bookwheel.gui.agents.connect_dialog import ConnectDialog
    from bookwheel.gui.agents.memory_dialog import MemoryDialog
    from bookwheel.gui.agents.unanswered_dialog import UnansweredDialog
    from bookwheel.gui.labels.proposals_dialog import ProposalsDialog
    from bookwheel.gui.links.link_report import LinkReport
    from bookwheel.gui.links.path_dialog import PathDialog
    from bookwheel.gui.settings.dialog import SettingsDialog
    from bookwheel.gui.sources.add_dialog import AddSiteDialog
    from bookwheel.gui.sources.dialog import SourcesDialog
    from bookwheel.gui.sources.publish_dialog import PublishDialog
    from bookwheel.gui.sources.subscribe_dialog import AddSharedDialog
    from bookwheel.gui.sparql.dialog import SparqlDialog
    from bookwheel.gui.sparql.ontology_dialog import OntologyDialog
    from bookwheel.gui.status.health_dialog import HealthDialog
    from bookwheel.gui.status.mapping_dialog import MappingDialog
    from bookwheel.gui.status.password_dialog import PasswordDialog

_KEPT_MS = 3000
"""How long the closed sheet is kept: its thousand widgets would be dressed anew with every theme."""


class Dialogs(QObject):
    """Builds every dialog when it is first asked for, and shows it."""

    labels_wanted = Signal(object)
    """A class of the graph (NodeKind) that is to be shown among the labels."""
    file_wanted = Signal(str, bool)
    """A document whose file is to be opened in its program, or shown in its folder."""
    source_added = Signal(object)
    """An AddSourceAnswer."""
    collection_wanted = Signal(str)
    """The slug of a collection that is to be shown in the tree."""
    note_wanted = Signal(str, str)
    """A document, and the target of a broken link in it, for which a note is to be made."""

    def __init__(
        self, shell: Shell, shortcuts: Shortcuts, library: LibraryPaths, status_bar: StatusBar, activity: ActivityDock
    ) -> None:
        super().__init__(shell.dialog_parent())
        self._shell = shell
        self.teams = TeamDialogs(shell, library)
        self._shortcuts = shortcuts
        self._library_paths = library
        self._status_bar = status_bar
        self._settings: SettingsDialog | None = None
        self._health: HealthDialog | None = None
        self._password: PasswordDialog | None = None
        self._protected_page = ""
        self._agents: ConnectDialog | None = None
        self._memories: MemoryDialog | None = None
        self._unanswered: UnansweredDialog | None = None
        self._link_report: LinkReport | None = None
        self._worth_a_look: LinkReport | None = None
        self._sparql: SparqlDialog | None = None
        self._ontology: OntologyDialog | None = None
        self._path: PathDialog | None = None
        self._mapping: MappingDialog | None = None
        self._proposals: ProposalsDialog | None = None
        self._sources: SourcesDialog | None = None
        self._add_site: AddSiteDialog | None = None
        self._add_shared: AddSharedDialog | None = None
        self._publish: PublishDialog | None = None
        self._leaving = QTimer(self, singleShot=True, interval=_KEPT_MS)
        self._leaving.timeout.connect(self._release_settings)
        status_bar.problems_wanted.connect(self.show_health)
        status_bar.agents_wanted.connect(self.show_agents)
        activity.agents_wanted.connect(self.show_agents)
        activity.memories_wanted.connect(self.show_memories)
        activity.unanswered_wanted.connect(self.show_unanswered)

    def on_event(self, event: Event) -> None:
        """Keep the dialogs that are open in step with the library."""
        if event.kind in (EventKind.COLLECTIONS_CHANGED, EventKind.SETTINGS_CHANGED):
            if self._settings is not None and self._settings.isVisible():
                self._settings.refresh()
        elif event.kind is EventKind.PROJECTED:
            for report in (self._link_report, self._worth_a_look):
                if report is not None and report.isVisible():
                    report.refresh()

    @property
    def settings(self) -> SettingsDialog | None:
        """The settings, once they were asked for."""
        return self._settings

    def show_settings(self, section: str = "", words: str = "") -> SettingsDialog:
        """Show all settings, those of one section, or those that hold some words."""
        from bookwheel.gui.settings.dialog import SettingsDialog  # noqa: PLC0415 - deferred_imports has loaded it

        if self._settings is None:
            shell = self._shell
            preferences = shell.session.preferences
            self._settings = SettingsDialog(
                shell.theme, shell.calls, preferences, self._shortcuts, shell.dialog_parent()
            )
            self._settings.finished.connect(self._leaving.start)
        self._leaving.stop()
        self._settings.set_client(self._shell.client)
        self._settings.show_section(section, words)
        return self._settings

    def _release_settings(self) -> None:
        if self._settings is not None:
            self._settings.leave()
            self._settings = None

    def show_health(self) -> HealthDialog:
        """Show how the library is."""
        from bookwheel.gui.status.health_dialog import HealthDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._health is None:
            self._health = HealthDialog(shell.theme, shell.calls, shell.dialog_parent())
            self._health.document_chosen.connect(lambda doc: shell.open(Location(doc)))
            self._health.file_wanted.connect(self.file_wanted)
            self._health.edit_wanted.connect(lambda doc: shell.edit(EditTarget(doc)))
            self._health.password_wanted.connect(self.ask_password)
            self._health.formats_wanted.connect(
                lambda name: self.show_settings(tr("Collection: {name}").format(name=name))
            )
        keys_of = self._shortcuts.keys_of
        self._health.set_file_keys(keys_of("Open in editor"), keys_of("Reveal in folder"))
        self._health.show_for(shell.client)
        return self._health

    def ask_password(self, doc: str) -> PasswordDialog:
        """Ask for the password of a protected document."""
        from bookwheel.gui.status.password_dialog import PasswordDialog  # noqa: PLC0415 - rarely needed

        shell = self._shell
        if self._password is None:
            self._password = PasswordDialog(shell.calls, shell.dialog_parent())
            self._password.unlocked.connect(self._on_unlocked)
            shell.connected.connect(self._password.on_connected)
        self._password.ask_for(shell.client, doc)
        return self._password

    def _on_unlocked(self, doc: str, sentence: str) -> None:
        """Say where the password is kept, and show a file outside the library; others are shown once they are read."""
        self._protected_page = ""
        if is_lone(doc):
            self._shell.open(Location(doc))
        self._shell.notify(sentence)

    def on_page_failed(self, error: BookwheelError) -> None:
        """Offer to enter the password of a protected document that could not be shown, once."""
        location = self._shell.location
        doc = location.doc if location is not None and isinstance(error, ProtectedFile) else ""
        if doc and doc != self._protected_page:
            sentence = tr("{document} is protected by a password.").format(document=name_of_document(doc))
            self._shell.notify(sentence, tr("Enter password…"), lambda: self.ask_password(doc))
        self._protected_page = doc

    def show_agents(self) -> ConnectDialog:
        """Show who may read the library."""
        from bookwheel.gui.agents.connect_dialog import ConnectDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._agents is None:
            self._agents = ConnectDialog(shell.theme, shell.calls, self._library_paths, shell.dialog_parent())
            self._agents.endpoint_seen.connect(self._status_bar.show_endpoint)
        self._agents.show_for(shell.client)
        return self._agents

    def show_memories(self) -> MemoryDialog:
        """Show what agents remember."""
        from bookwheel.gui.agents.memory_dialog import MemoryDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._memories is None:
            self._memories = MemoryDialog(shell.theme, shell.calls, shell.dialog_parent())
            self._memories.agents_wanted.connect(self.show_agents)
            shell.event_received.connect(self._memories.on_event)
            shell.connected.connect(self._memories.on_connected)
        self._memories.show_for(shell.client)
        return self._memories

    def show_proposals(self) -> ProposalsDialog:
        """Show the topics that agents propose."""
        from bookwheel.gui.labels.proposals_dialog import ProposalsDialog  # noqa: PLC0415 - rarely needed

        shell = self._shell
        if self._proposals is None:
            self._proposals = ProposalsDialog(shell.theme, shell.calls, shell.dialog_parent())
            self._proposals.location_chosen.connect(lambda place, new: shell.open(place, in_new_tab=new))
            shell.event_received.connect(self._proposals.on_event)
            shell.connected.connect(self._proposals.on_connected)
        self._proposals.show_for(shell.client)
        return self._proposals

    def show_unanswered(self) -> UnansweredDialog:
        """Show what agents asked for and did not find."""
        from bookwheel.gui.agents.unanswered_dialog import UnansweredDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._unanswered is None:
            self._unanswered = UnansweredDialog(shell.theme, shell.calls, shell.dialog_parent())
            self._unanswered.words_chosen.connect(shell.search_for)
            shell.event_received.connect(self._unanswered.on_event)
            shell.connected.connect(self._unanswered.on_connected)
        self._unanswered.show_for(shell.client)
        return self._unanswered

    def show_link_report(self) -> LinkReport:
        """Show broken links, orphaned documents and near-duplicates."""
        if self._link_report is None:
            self._link_report = self._build_report(is_worth=False)
        return self._show_report(self._link_report)

    def show_worth_a_look(self) -> LinkReport:
        """Show passages that may contradict each other or be out of date."""
        if self._worth_a_look is None:
            self._worth_a_look = self._build_report(is_worth=True)
        return self._show_report(self._worth_a_look)

    def _build_report(self, *, is_worth: bool) -> LinkReport:
        from bookwheel.gui.links.link_report import LinkReport  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        report = LinkReport(shell.theme, shell.calls, shell.dialog_parent(), is_worth=is_worth)
        report.location_chosen.connect(lambda place, new: shell.open(place, in_new_tab=new))
        report.edit_wanted.connect(shell.edit)
        report.note_wanted.connect(self.note_wanted)
        return report

    def _show_report(self, report: LinkReport) -> LinkReport:
        report.show_names(self._shell.collection_names())
        report.show_for(self._shell.client)
        return report

    def show_sparql(self) -> SparqlDialog:
        """Show where the graph is asked in SPARQL."""
        from bookwheel.gui.sparql.dialog import SparqlDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._sparql is None:
            self._sparql = SparqlDialog(shell.theme, shell.calls, shell.session, shell.dialog_parent())
            self._sparql.location_chosen.connect(lambda place, new: shell.open(place, in_new_tab=new))
            self._sparql.words_chosen.connect(shell.search_for)
            shell.connected.connect(self._sparql.on_connected)
        self._sparql.show_for(shell.client)
        return self._sparql

    def show_ontology(self) -> OntologyDialog:
        """Show the classes and relations of the graph."""
        from bookwheel.gui.sparql.ontology_dialog import OntologyDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._ontology is None:
            self._ontology = OntologyDialog(shell.theme, shell.calls, shell.dialog_parent())
            self._ontology.query_chosen.connect(lambda text: self.show_sparql().load_query(text))
            self._ontology.labels_wanted.connect(self.labels_wanted)
            shell.connected.connect(self._ontology.on_connected)
        self._ontology.show_for(shell.client)
        return self._ontology

    def show_mapping(self) -> MappingDialog:
        """Show what the mapping rules of the collections make."""
        from bookwheel.gui.status.mapping_dialog import MappingDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._mapping is None:
            self._mapping = MappingDialog(shell.theme, shell.calls, shell.dialog_parent())
            self._mapping.location_chosen.connect(lambda place, new: shell.open(place, in_new_tab=new))
            shell.connected.connect(self._mapping.on_connected)
        self._mapping.show_for(shell.client)
        return self._mapping

    def show_sources(self) -> SourcesDialog:
        """Show where the documents of the library come from."""
        from bookwheel.gui.sources.dialog import SourcesDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._sources is None:
            self._sources = dialog = SourcesDialog(shell.theme, shell.calls, shell.dialog_parent())
            dialog.add_wanted.connect(self.add_site)
            dialog.add_shared_wanted.connect(self.add_shared)
            dialog.edit_wanted.connect(self._edit_source)
            dialog.collection_chosen.connect(self.collection_wanted)
            shell.event_received.connect(dialog.on_event)
            shell.connected.connect(dialog.on_connected)
        self._sources.show_for(shell.client)
        return self._sources

    def add_site(self, address: str = "") -> AddSiteDialog:
        """Ask for a site to add."""
        form = self._site_form()
        form.ask_for(self._shell.client, address)
        return form

    def _edit_source(self, card: SourceCard) -> None:
        is_shared = card.kind is SourceKind.PUBLICATION
        (self._shared_form() if is_shared else self._site_form()).edit(self._shell.client, card)

    def add_shared(self, offer: Offer | None = None, *, is_from_link: bool = False) -> AddSharedDialog:
        """Ask for a published collection to subscribe to, filled in with what is offered."""
        form = self._shared_form()
        form.ask_for(self._shell.client, offer, is_from_link=is_from_link)
        return form

    def publish(self, slug: str = "") -> PublishDialog:
        """Ask where to publish a collection; by default that of the page."""
        from bookwheel.gui.sources.publish_dialog import PublishDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._publish is None:
            self._publish = dialog = PublishDialog(shell.theme, shell.calls, shell.session, shell.dialog_parent())
            dialog.ended_unseen.connect(lambda said: shell.notify(said, tr("Show"), dialog.show_again))
            shell.event_received.connect(dialog.on_event)
            shell.connected.connect(dialog.on_connected)
        page = shell.page
        self._publish.ask_for(shell.client, slug or (page.doc.partition("/")[0] if page is not None else ""))
        return self._publish

    def _shared_form(self) -> AddSharedDialog:
        from bookwheel.gui.sources.subscribe_dialog import AddSharedDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._add_shared is None:
            self._add_shared = AddSharedDialog(shell.theme, shell.calls, shell.dialog_parent())
            self._add_shared.added.connect(self.source_added)
            shell.connected.connect(self._add_shared.on_connected)
        return self._add_shared

    def _site_form(self) -> AddSiteDialog:
        from bookwheel.gui.sources.add_dialog import AddSiteDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._add_site is None:
            self._add_site = AddSiteDialog(shell.theme, shell.calls, shell.dialog_parent())
            self._add_site.added.connect(self.source_added)
            shell.connected.connect(self._add_site.on_connected)
        return self._add_site

    def show_path(self) -> PathDialog:
        """Show how two documents or things are connected, the first being the page that is read."""
        from bookwheel.gui.links.path_dialog import PathDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._path is None:
            self._path = PathDialog(shell.theme, shell.calls, shell.dialog_parent())
            self._path.location_chosen.connect(lambda place, new: shell.open(place, in_new_tab=new))
            shell.connected.connect(self._path.on_connected)
        self._path.show_from(shell.client, shell.page.doc if shell.page is not None else "")
        return self._path
