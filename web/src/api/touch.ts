let lastMs = Date.now();
for (const kind of ['pointerdown', 'keydown']) {
  window.addEventListener(kind, () => (lastMs = Date.now()), { capture: true, passive: true });
}

/** When somebody last touched the page, in milliseconds since 1970. */
export const touchedAt = (): number => lastMs;
