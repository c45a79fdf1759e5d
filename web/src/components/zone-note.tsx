import { commonWords } from '../i18n/common.messages';
import { useWords } from '../i18n/messages';
import { useZone, zoneNameOf } from './timezone';

/** Names the zone of all times on a page, once. */
export function ZoneNote() {
  const { timesIn } = useWords(commonWords);
  return <span className="quiet">{timesIn(zoneNameOf(useZone()))}</span>;
}
