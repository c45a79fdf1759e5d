const place = 'backup-console.reloads';
/** So long a file counts as missing after a reload did not bring it. */
const rememberMs = 300_000;

type Reloads = Readonly<Record<string, number>>;

/** When the page was last reloaded for which file, in milliseconds since 1970. */
function recentReloads(now: number): Reloads {
  const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}');
  const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
  return Object.fromEntries(entries.filter(([, at]) => typeof at === 'number' && now - at < rememberMs && at <= now));
}

/** Reloads the page, which brings the names of files after an upgrade. False where that was done for this file minutes ago. */
export function reloadOnceFor(file: string): boolean {
  const now = Date.now();
  try {
    const reloads = recentReloads(now);
    if (file in reloads) return false;
    sessionStorage.setItem(place, JSON.stringify({ ...reloads, [file]: now }));
  } catch {
    // A browser that keeps nothing could not tell the second time from the first, and would reload for ever.
    return false;
  }
  location.reload();
  return true;
}
