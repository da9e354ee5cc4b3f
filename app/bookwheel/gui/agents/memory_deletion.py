"""What is asked before memories are deleted."""

from __future__ import annotations

from bookwheel.domain.annotations.memory import ForgetRequest, Memory
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.translation import tr


def deletion_question(request: ForgetRequest, count: int, memory: Memory | None) -> str:
    """Whether the memory that is chosen should go, or the `count` memories of an agent or of one of its sessions."""
    if request.ids:
        folded = memory.folded if memory is not None else 0
        return tr("Delete this summary of %Ln memory(ies)?", "", folded) if folded else tr("Delete this memory?")
    agent = display_name(request.client)
    if request.session is None:
        return tr("Delete all %Ln memory(ies) of {agent}?", "", count).format(agent=agent)
    session = request.session or tr("No session")
    question = tr("Delete all %Ln memory(ies) of {agent} in “{session}”?", "", count)
    return question.format(agent=agent, session=session)
