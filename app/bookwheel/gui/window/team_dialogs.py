"""The dialogs about teams, each built when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from bookwheel.client.teams.teams import Team, Teams
from bookwheel.gui.shell.shell import Shell
from bookwheel.paths import LibraryPaths

if TYPE_CHECKING:
    from bookwheel.gui.sources.team_dialog import ConnectTeamDialog
    from bookwheel.gui.sources.teams_dialog import TeamsDialog


class TeamDialogs(QObject):
    """Serves one window."""

    changed = Signal()
    """A team came, was signed in to again, or went."""

    def __init__(self, shell: Shell, paths: LibraryPaths) -> None:
        super().__init__(shell.dialog_parent())
        self._shell, self._teams = shell, Teams(paths)
        self._connect: ConnectTeamDialog | None = None
        self._list: TeamsDialog | None = None

    def connect_to_team(self) -> ConnectTeamDialog:
        """Ask which team to connect to."""
        dialog = self._connect_dialog()
        dialog.ask_for_address(self._shell.client)
        return dialog

    def show(self) -> TeamsDialog:
        """Show the teams that the window is connected to."""
        from bookwheel.gui.sources.teams_dialog import TeamsDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._list is None:
            self._list = dialog = TeamsDialog(shell.theme, shell.calls, self._teams, shell.dialog_parent())
            dialog.connect_wanted.connect(self.connect_to_team)
            dialog.sign_in_wanted.connect(self._sign_in_again)
            dialog.disconnected.connect(self.changed)
            shell.event_received.connect(dialog.on_event)
            shell.connected.connect(dialog.on_connected)
        self._list.show_for(shell.client)
        return self._list

    def _sign_in_again(self, team: Team) -> None:
        self._connect_dialog().sign_in_again(self._shell.client, team)

    def _connect_dialog(self) -> ConnectTeamDialog:
        from bookwheel.gui.sources.team_dialog import ConnectTeamDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._connect is None:
            self._connect = ConnectTeamDialog(shell.calls, self._teams, shell.dialog_parent())
            self._connect.joined.connect(self._on_joined)
        return self._connect

    def _on_joined(self) -> None:
        self.changed.emit()
        if self._list is not None and self._list.isVisible():
            self._list.refresh()
