"""The system's clipboard, where there is one."""

import logging

import pygame

log = logging.getLogger(__name__)


def copy_text(text: str) -> bool:
    """Put *text* on the clipboard, and tell whether it can be pasted now."""
    try:
        pygame.scrap.put_text(text)
        return pygame.scrap.get_text() == text
    except (pygame.error, NotImplementedError, AttributeError, UnicodeError) as error:
        log.info("nothing could be copied: %s", error)
        return False
