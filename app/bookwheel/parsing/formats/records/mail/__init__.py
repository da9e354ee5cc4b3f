"""Readers of mail: single messages, mailboxes and their threads, and what Outlook stores.

May import `domain`, `parsing` and its sibling rooms of readers; opens no file and fetches nothing.
"""
