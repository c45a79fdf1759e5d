import { commonWords } from '../words/common.words';
import { useWords } from '../words/words';
import { useZone, zoneNameOf } from './zone';

/** Names the zone of all times on a page, once. */
export function ZoneNote() {
  const { timesIn } = useWords(commonWords);
  return <span className="quiet">{timesIn(zoneNameOf(useZone()))}</span>;
}
