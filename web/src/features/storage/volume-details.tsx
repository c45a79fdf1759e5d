import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { count, duration, exact, percent, size } from '../../components/format';
import { Time } from '../../components/time';
import { useZone } from '../../components/timezone';
import { type Messages, useMessages } from '../../i18n/messages';
import { useDirectorLink } from './use-director-ability';
import { useSpan } from './format-retention';
import { UseBar } from './usage-bar';
import { type Volume } from './volume-columns';

type Fact = readonly [term: string, value: ReactNode, title?: string];

/** What a volume is and how it is used; nothing that is not known. */
export function VolumeFacts({ volume }: { readonly volume: Volume }) {
  const messages = useMessages('volumes');
  const facts = [...useUseFacts(volume), ...usePlaceFacts(volume)];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{messages.facts}</h2>
      <KeptText volume={volume} />
      <dl className="figures">
        {facts.map(([term, value, title]) => (
          <div key={term} title={title}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The sentence that says when it may be written anew. */
function KeptText({ volume: { retentionSeconds, expiresAt, recycle } }: { readonly volume: Volume }) {
  const { keptText } = useMessages('volumes');
  const zone = useZone();
  if (expiresAt === null) return <p>{retentionSeconds === null ? keptText.forGood : keptText.notWritten}</p>;
  if (Date.parse(expiresAt) < Date.now()) return <p>{recycle ? keptText.overText : keptText.overOnly}</p>;
  return <p>{(recycle ? keptText.untilText : keptText.untilOnly)(exact(expiresAt, zone))}</p>;
}

function Filled({ volume: { bytes, maxBytes } }: { readonly volume: Volume }) {
  const messages = useMessages('volumes');
  const { use } = useMessages('pools');
  if (maxBytes === null) return size(bytes);
  const part = Math.min(1, bytes / maxBytes);
  return (
    <>
      {(bytes > maxBytes ? messages.overMax : messages.ofMax)(size(bytes), size(maxBytes))}
      <UseBar part={part} text={use(percent(part))} />
    </>
  );
}

function useUseFacts(volume: Volume): readonly Fact[] {
  const messages = useMessages('volumes');
  const shared = useMessages('storage');
  const span = useSpan();
  const { lastWrittenAt, firstWrittenAt, labeledAt, expiresAt } = volume;
  const at = (time: string | null, as: 'ago' | 'short' = 'ago'): ReactNode =>
    time === null ? messages.notYet : <Time at={time} as={as} />;
  const keptUntil = volume.retentionSeconds === null ? shared.forGood : at(expiresAt, 'short');
  return [
    [messages.bytes, <Filled key="bytes" volume={volume} />, shared.bytes(count(volume.bytes))],
    [messages.runs, count(volume.jobs)],
    [messages.lastWritten, at(lastWrittenAt)],
    [messages.firstWritten, at(firstWrittenAt)],
    // The catalog has the time only after the first write: the label itself may be on the medium.
    [messages.labeled, labeledAt === null ? messages.labelUnknown : at(labeledAt)],
    [messages.retention, span(volume.retentionSeconds)],
    [messages.kept, keptUntil],
    [messages.recycle, recyclingOf(messages, volume)],
  ];
}

function recyclingOf(messages: Messages['volumes'], { recycle, recycleCount }: Volume): string {
  const will = recycle ? messages.recycles : messages.keeps;
  return recycleCount === 0 ? will : `${will} · ${messages.recycled}: ${messages.times(recycleCount)}`;
}

function usePlaceFacts(volume: Volume): readonly Fact[] {
  const messages = useMessages('volumes');
  const { director: directorWord } = useMessages('storage');
  const { yes, no } = useMessages('common');
  const of = useDirectorLink()(volume.director);
  const { pool, slot, inChanger, readSeconds, writeSeconds } = volume;
  // By the name that Bacula and Bareos give to media that are files: mounts and marks are facts of tapes.
  const isFile = /^file/i.test(volume.mediaType);
  const poolLink = pool !== null && (
    <Link to="/storage/pools/$name" params={{ name: pool }} search={of}>
      {pool}
    </Link>
  );
  return [
    [messages.pool, poolLink || '–'],
    [messages.storage, volume.storage ?? '–'],
    [directorWord, volume.director],
    [messages.mediaType, volume.mediaType],
    [messages.enabled, volume.enabled ? yes : no],
    ...(slot === null || isFile ? [] : [[messages.slot, messages.slotOf(slot, inChanger)] as const]),
    ...(isFile ? [] : [[messages.mounts, count(volume.mounts)] as const]),
    [messages.errors, count(volume.errors)],
    ...(isFile ? [] : [[messages.marks, count(volume.files)] as const]),
    ...(writeSeconds === 0 ? [] : [[messages.writtenFor, duration(writeSeconds)] as const]),
    ...(readSeconds === 0 ? [] : [[messages.readFor, duration(readSeconds)] as const]),
  ];
}
