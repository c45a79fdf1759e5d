import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { count, duration, exact, percent, size } from '../../components/format';
import { Time } from '../../components/time';
import { useZone } from '../../components/timezone';
import { commonWords } from '../../i18n/common.messages';
import { type Messages, useMessages } from '../../i18n/messages';
import { useDirectorLink } from './use-director-ability';
import { useSpan } from './format-retention';
import { storageWords } from './storage.messages';
import { UseBar } from './usage-bar';
import { type Volume } from './volume-columns';
import { volumesWords } from './volumes.messages';
import { poolsWords } from './pools.messages';

type Words = typeof volumesWords extends Messages<infer Of> ? Of : never;
type Fact = readonly [term: string, value: ReactNode, title?: string];

/** What a volume is and how it is used; nothing that is not known. */
export function VolumeFacts({ volume }: { readonly volume: Volume }) {
  const words = useMessages(volumesWords);
  const facts = [...useUseFacts(volume), ...usePlaceFacts(volume)];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{words.facts}</h2>
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
  const { keptText } = useMessages(volumesWords);
  const zone = useZone();
  if (expiresAt === null) return <p>{retentionSeconds === null ? keptText.forGood : keptText.notWritten}</p>;
  if (Date.parse(expiresAt) < Date.now()) return <p>{recycle ? keptText.overText : keptText.overOnly}</p>;
  return <p>{(recycle ? keptText.untilText : keptText.untilOnly)(exact(expiresAt, zone))}</p>;
}

function Filled({ volume: { bytes, maxBytes } }: { readonly volume: Volume }) {
  const words = useMessages(volumesWords);
  const { use } = useMessages(poolsWords);
  if (maxBytes === null) return size(bytes);
  const part = Math.min(1, bytes / maxBytes);
  return (
    <>
      {(bytes > maxBytes ? words.overMax : words.ofMax)(size(bytes), size(maxBytes))}
      <UseBar part={part} text={use(percent(part))} />
    </>
  );
}

function useUseFacts(volume: Volume): readonly Fact[] {
  const words = useMessages(volumesWords);
  const shared = useMessages(storageWords);
  const span = useSpan();
  const { lastWrittenAt, firstWrittenAt, labeledAt, expiresAt } = volume;
  const at = (time: string | null, as: 'ago' | 'short' = 'ago'): ReactNode =>
    time === null ? words.notYet : <Time at={time} as={as} />;
  const keptUntil = volume.retentionSeconds === null ? shared.forGood : at(expiresAt, 'short');
  return [
    [words.bytes, <Filled key="bytes" volume={volume} />, shared.bytes(count(volume.bytes))],
    [words.runs, count(volume.jobs)],
    [words.lastWritten, at(lastWrittenAt)],
    [words.firstWritten, at(firstWrittenAt)],
    // The catalog has the time only after the first write: the label itself may be on the medium.
    [words.labeled, labeledAt === null ? words.labelUnknown : at(labeledAt)],
    [words.retention, span(volume.retentionSeconds)],
    [words.kept, keptUntil],
    [words.recycle, recyclingOf(words, volume)],
  ];
}

function recyclingOf(words: Words, { recycle, recycleCount }: Volume): string {
  const will = recycle ? words.recycles : words.keeps;
  return recycleCount === 0 ? will : `${will} · ${words.recycled}: ${words.times(recycleCount)}`;
}

function usePlaceFacts(volume: Volume): readonly Fact[] {
  const words = useMessages(volumesWords);
  const { director: directorWord } = useMessages(storageWords);
  const { yes, no } = useMessages(commonWords);
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
    [words.pool, poolLink || '–'],
    [words.storage, volume.storage ?? '–'],
    [directorWord, volume.director],
    [words.mediaType, volume.mediaType],
    [words.enabled, volume.enabled ? yes : no],
    ...(slot === null || isFile ? [] : [[words.slot, words.slotOf(slot, inChanger)] as const]),
    ...(isFile ? [] : [[words.mounts, count(volume.mounts)] as const]),
    [words.errors, count(volume.errors)],
    ...(isFile ? [] : [[words.marks, count(volume.files)] as const]),
    ...(writeSeconds === 0 ? [] : [[words.writtenFor, duration(writeSeconds)] as const]),
    ...(readSeconds === 0 ? [] : [[words.readFor, duration(readSeconds)] as const]),
  ];
}
