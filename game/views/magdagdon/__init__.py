"""The view of MAGDAGDON: board, tray, prompt and the motion of its events."""
