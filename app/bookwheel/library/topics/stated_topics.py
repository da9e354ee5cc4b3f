"""What the graph states of topics: those that a person does not hide, and the documents of each."""

from __future__ import annotations

from bookwheel.domain.topics import StatedTopic, StatedTopics, TopicTree


def stated_topics(slug: str, tree: TopicTree) -> StatedTopics:
    """A collection's topics without hidden ones and those below; their documents belong to the next that is shown."""
    by_key = {one.key: one for one in tree.topics}
    shown_as: dict[str, str] = {}
    for key in by_key:
        lowest, at = key, key
        for _ in range(len(by_key)):  # a parent of a parent, should there be circles
            topic = by_key.get(at)
            if topic is None:
                break
            at = topic.parent
            if topic.is_hidden:
                lowest = at
        shown_as[key] = lowest if lowest in by_key else ""
    of = sorted({(path, shown) for path, key in tree.pairs() if (shown := shown_as.get(key, ""))})
    topics = tuple(
        StatedTopic(one.key, one.label, one.parent if one.parent in by_key else "", one.origin)
        for one in tree.topics
        if shown_as[one.key] == one.key
    )
    return StatedTopics(slug, topics, tuple(of))
