import { useDirectors } from '../../api/directors';
import { scheduleLines } from '../../components/schedule-words';
import { useZone, zoneNameOf } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { type Start } from './records';
import { patternsOfStarts } from './cron';
import { useConfiguredDirector } from './use-configuration';

/** "Full: Sundays 23:05" for each start; an expression that has no words as it is. */
export function useStartLines(): (starts: readonly Start[]) => readonly string[] {
  const words = useMessages('schedule');
  return (starts) =>
    patternsOfStarts(starts).flatMap((one) =>
      'at' in one ? [words.rule(one.level, one.at)] : scheduleLines(one, words),
    );
}

export function StartsInWords({ of }: { readonly of: readonly Start[] }) {
  const lines = useStartLines()(of);
  return (
    <>
      <ul className="setup-lines">
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
      <DirectorZoneNote />
    </>
  );
}

/** A schedule is by the clock of its Director: its zone is named where the page shows times in another one. */
function DirectorZoneNote() {
  const { startsIn } = useMessages('configuration');
  const shown = zoneNameOf(useZone());
  const director = useConfiguredDirector();
  const zone = useDirectors().find(({ name }) => name === director)?.timezone ?? shown;
  return zone === shown ? null : <p className="quiet">{startsIn(zone)}</p>;
}
