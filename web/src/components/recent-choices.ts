/** What is chosen again and again. */
export type Kind = 'clients' | 'jobs' | 'directors' | 'pools' | 'filesets' | 'storages' | 'schedules' | 'sources';

const most = 20;

/** Each Director has names of its own. */
const placeOf = (kind: Kind, director: string): string => `backup-console.recent.${kind}.${director}`;

/** The names that were chosen last in this browser, the newest first. */
export function recentOf(kind: Kind, director = ''): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(kind, director)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** At log-out: whoever signs in next here is not shown what somebody else chose. */
export function forgetChosen(): void {
  for (const place of Object.keys(localStorage)) {
    if (place.startsWith('backup-console.recent.')) localStorage.removeItem(place);
  }
}

export function noteChosen(name: string, kind: Kind, director = ''): void {
  if (name === '') return;
  const next = [name, ...recentOf(kind, director).filter((one) => one !== name)].slice(0, most);
  try {
    localStorage.setItem(placeOf(kind, director), JSON.stringify(next));
  } catch {
    // A browser that keeps nothing offers the names in their own order.
  }
}

/** These names, those that were chosen last before the others. */
export function lastUsedFirst(names: readonly string[], kind: Kind, director = ''): readonly string[] {
  const known = new Set(names);
  const recent = new Set(recentOf(kind, director).filter((name) => known.has(name)));
  return [...recent, ...names.filter((name) => !recent.has(name))];
}
