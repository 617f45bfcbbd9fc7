"""What every scene is made of: language and wording, theme, art, text, sound, input, widgets."""
