import { createContext, useContext } from 'react';
import { keptFormat } from './format-cache';
import { usePreferences } from './preferences';
import { useLanguage } from '../i18n/language';
import { useMessages } from '../i18n/messages';

/** The zone of the Director that is looked at, by its IANA name; null where it is not known. */
export const DirectorZone = createContext<string | null>(null);

const ownZones = keptFormat(() => new Intl.DateTimeFormat());

/** The zone by its name, of the browser where none is chosen. */
export function zoneNameOf(zone: string | undefined): string {
  return zone ?? ownZones().resolvedOptions().timeZone;
}

/** In which zone times are shown, for Intl: undefined is the browser's own. */
export function useZone(): string | undefined {
  const ofDirector = useContext(DirectorZone);
  const { zone } = usePreferences();
  useLanguage();
  if (zone === 'utc') return 'UTC';
  return zone === 'director' ? (ofDirector ?? undefined) : undefined;
}

/** Names the zone of all times on a page, once. */
export function ZoneNote() {
  const { timesIn } = useMessages('common');
  return <span className="quiet">{timesIn(zoneNameOf(useZone()))}</span>;
}
