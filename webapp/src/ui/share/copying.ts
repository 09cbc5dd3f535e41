/** Copy a text, by the button `pressed`. Whether it could be copied. */
export async function copy(text: string, pressed: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Plain-HTTP pages have no clipboard, but a selected field can be copied: one that can be seen, and within an open dialog.
    const field = document.createElement('input');
    field.readOnly = true;
    field.value = text;
    pressed.after(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    pressed.focus();
    return done;
  }
}
