import { Fragment } from 'react';
import { useDirectorName } from '../../api/directors';
import { exact } from '../../components/format';
import { useZone } from '../../components/timezone';
import { type Messages, useMessages } from '../../i18n/messages';
import { useItem } from './entry-cache';
import { isRoot } from './replace-policy';
import { moment } from './restore-times';
import { type Basket, type Choice, type Point } from './use-restore-state';

interface SentenceProps {
  readonly choice: Choice;
  readonly point: Point | null;
  /** The folder that is written to; null where the Director decides. */
  readonly where: string | null;
}

/** The whole choice in one sentence, always in view. */
export function Sentence({ choice: { query, basket }, point, where }: SentenceProps) {
  const messages = useMessages('restore');
  const { short } = useMessages('relocation');
  const zone = useZone();
  const what = useWhat(basket, point);
  const nameOf = useDirectorName();
  if (point === null)
    return (
      <p className="restore-sentence quiet">
        {query.file === undefined ? messages.sentence.nothing : messages.sentence.version}
      </p>
    );
  const template = what === null ? messages.sentence.noItem : messages.sentence.whole;
  const parts: Readonly<Record<string, React.ReactNode>> = {
    what: <em className="path">{what}</em>,
    client: <strong>{[point.client, nameOf(point.director)].filter(Boolean).join(' · ')}</strong>,
    time: (
      <strong>
        <time dateTime={point.endedAt} title={exact(point.endedAt, zone)}>
          {moment(point.endedAt, zone)}
        </time>
      </strong>
    ),
    target: (
      <strong className="path">
        {query.relocate === undefined
          ? targetText(query.to ?? point.client, where, messages)
          : `${query.to ?? point.client}: ${short}`}
      </strong>
    ),
  };
  return (
    <p className="restore-sentence">
      {template.split(/\{(\w+)\}/).map((part, index) => (
        <Fragment key={index}>{index % 2 === 0 ? part : parts[part]}</Fragment>
      ))}
    </p>
  );
}

function targetText(client: string, where: string | null, messages: Messages['restore']): string {
  if (where === null) return `${client}: ${messages.itsFolder}`;
  return isRoot(where) ? `${client}: ${messages.inPlace}` : `${client}:${where}`;
}

/** The chosen files in a few words; null: nothing is chosen. */
export function useWhat({ refs, isEverything }: Basket, point: Point | null): string | null {
  const messages = useMessages('restore');
  const [first] = refs;
  const item = useItem(first ?? '', first === undefined ? null : point);
  if (isEverything) return messages.everything;
  if (first === undefined) return null;
  const name = item?.path ?? messages.item(1);
  return refs.length === 1 ? name : messages.andMore(name, refs.length - 1);
}
