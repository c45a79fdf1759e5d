/** Whether a key is a shortcut of one letter: not while somebody types, nor over a dialog. */
export function isBareKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isDialogOpen()) return false;
  return !(target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]'));
}

export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
