import { useState } from 'react';
import { type Schemas } from '../api/ask';
import { useDirectorName } from '../api/directors';
import { useAskedPages } from '../api/queries';
import { AsCurl } from '../parts/as-curl';
import { Denied } from '../parts/denied';
import { Empty } from '../parts/empty';
import { exact, size } from '../parts/format';
import { Shown } from '../parts/shown';
import { useZone } from '../parts/zone';
import { useWords } from '../words/words';
import { DownloadVersion } from './download-button';
import { remember } from './known-entries';
import { type Changes, noFile, type Way } from './restore-query';
import { asOfYesterday, moment, startOfToday } from './restore-times';
import { restoreWords } from './restore.words';
import { type Choice, isNothing, type Point, useFileDirector } from './use-choice';
import { VersionActions } from './version-actions';

type Version = Schemas['VersionRecord'];

interface VersionsProps {
  readonly choice: Choice;
  readonly way: Way;
  readonly file: string;
  readonly client: string;
  readonly point: Point | null;
  /** Asks whether the restore in place that the address now names is meant. */
  readonly askToRestore: () => void;
}

/** Every kept version of the chosen file. */
export function Versions(props: VersionsProps) {
  const { choice, file, client } = props;
  const words = useWords(restoreWords);
  const nameOf = useDirectorName();
  const query = { client, ref: file, limit: 50, ...useFileDirector() };
  const pages = useAskedPages(['versions', query], (api, cursor, signal) =>
    api.GET('/api/v1/restore/bvfs/versions', { params: { query: { ...query, ...cursor } }, signal }),
  );
  const versions = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const [newest] = versions;
  return (
    <section aria-labelledby="versions" className="versions" data-step="2">
      <AsCurl path="/restore/bvfs/versions" query={query} />
      <Head name={newest?.name} onClose={() => choice.choose(noFile)} />
      <Shown of={pages}>
        {() =>
          newest === undefined ? (
            <Empty>{words.noVersions}</Empty>
          ) : (
            <>
              <p className="path quiet">{[newest.path, client, nameOf(newest.director)].filter(Boolean).join(' · ')}</p>
              <VersionChoice {...props} key={`${newest.director} ${client} ${file}`} versions={versions} />
              {pages.hasNextPage && (
                <button type="button" className="bare" onClick={() => void pages.fetchNextPage()}>
                  {words.olderVersions}
                </button>
              )}
            </>
          )
        }
      </Shown>
    </section>
  );
}

function Head({ name, onClose }: { readonly name: string | undefined; readonly onClose: () => void }) {
  const words = useWords(restoreWords);
  return (
    <div className="head">
      <h2 id="versions">{name === undefined ? words.versions : words.versionsOf(name)}</h2>
      <button type="button" className="bare" aria-label={words.closeVersions} onClick={onClose}>
        ✕
      </button>
    </div>
  );
}

interface VersionChoiceProps extends VersionsProps {
  readonly versions: readonly Version[];
}

/** File first, the version of yesterday is proposed; in a point the one that the point has. */
function VersionChoice({ choice, way, client, point, versions, askToRestore }: VersionChoiceProps) {
  const words = useWords(restoreWords);
  const yesterday = asOfYesterday(versions, startOfToday());
  // Before anything is in the basket no point is settled: each version is then had from the run that kept it.
  const isOfPoint = point?.client === client && point.director === versions[0]?.director;
  const isSettled = isOfPoint && (way === 'time' || choice.basket.refs.length > 0);
  const inPoint = isSettled ? versions.findIndex(({ jobId }) => point.jobids.includes(jobId)) : -1;
  const [picked, setPicked] = useState<number | null>(null);
  const at = versions.findIndex(({ jobId }) => jobId === picked);
  const index = at === -1 ? Math.max(0, way === 'name' ? yesterday : inPoint) : at;
  const chosen = versions[index];
  const why = useOtherDirector(choice, versions[0]?.director);
  const marksOf = (row: number): readonly string[] => [
    ...(row === 0 ? [words.isNewest] : []),
    ...(row === yesterday ? [words.wasYesterday] : []),
    ...(row === inPoint ? [words.inPoint] : []),
  ];
  return (
    <>
      <div className="version-list" role="radiogroup" aria-label={words.versions}>
        {versions.map((version, row) => (
          <VersionRow
            key={version.jobId}
            {...{ version, marks: marksOf(row), isChosen: row === index, why }}
            onChoose={() => setPicked(version.jobId)}
            restoreHere={() => {
              restoreHere(choice, version);
              askToRestore();
            }}
          />
        ))}
      </div>
      {chosen && <Take {...{ choice, chosen, why }} isInPoint={index === inPoint} />}
    </>
  );
}

/** Why nothing of this Director can be selected: what is selected already is of another one. */
function useOtherDirector({ isOfAll, basket, query: { from } }: Choice, director: string | undefined): string | null {
  const words = useWords(restoreWords);
  const isOther = isOfAll && !isNothing(basket) && from !== undefined && from !== director;
  return isOther && director !== undefined ? words.otherDirector(from, director) : null;
}

interface VersionRowProps {
  readonly version: Version;
  readonly marks: readonly string[];
  readonly isChosen: boolean;
  /** Why it cannot be selected. */
  readonly why: string | null;
  readonly onChoose: () => void;
  readonly restoreHere: () => void;
}

function VersionRow({ version, marks, isChosen, why, onChoose, restoreHere: start }: VersionRowProps) {
  const words = useWords(restoreWords);
  const zone = useZone();
  const { jobId, level, modifiedAt, endedAt, size: bytes, type, volumes } = version;
  const kept = words.keptBy(jobId, level, endedAt === null ? '–' : moment(endedAt, zone));
  return (
    <div className="version">
      <label>
        <input type="radio" name="version" checked={isChosen} onChange={onChoose} />
        <span>
          <span title={modifiedAt === null ? undefined : exact(modifiedAt, zone)}>
            {modifiedAt === null ? '–' : words.changedAt(moment(modifiedAt, zone))}
          </span>
          {type !== 'folder' && <span className="size"> · {size(bytes)}</span>}
          {marks.length > 0 && (
            <span className="marks">
              {marks.map((mark) => (
                <span key={mark}>{mark}</span>
              ))}
            </span>
          )}
          <span className="quiet under" title={volumes.length === 0 ? undefined : words.onVolumes(volumes.join(', '))}>
            {kept}
          </span>
        </span>
      </label>
      <VersionActions restoreHere={start} why={why} />
    </div>
  );
}

/** This version alone, at the path it was read from. What was in the basket before is of no concern to it. */
function restoreHere(choice: Choice, version: Version): void {
  remember(version);
  const place = { where: '/', replace: '', ...momentOf(choice, version) };
  choice.basket.put([version.ref], { step: '3', ...place });
}

interface TakeProps {
  readonly choice: Choice;
  readonly chosen: Version;
  /** Why it cannot be selected. */
  readonly why: string | null;
  /** The chosen point brings back just this version. */
  readonly isInPoint: boolean;
}

/** A version is had by taking the file as of the run that kept it: the whole basket is of one moment. */
function Take({ choice, chosen, why, isInPoint }: TakeProps) {
  const { query, basket } = choice;
  const words = useWords(restoreWords);
  const zone = useZone();
  const { ref, endedAt } = chosen;
  const isOther = isAnother(choice, chosen);
  const others = isOther ? [] : basket.refs.filter((one) => one !== ref);
  const take = () => {
    remember(chosen);
    basket.put([...others, ref], { step: '3', ...(isInPoint ? {} : momentOf(choice, chosen)) });
  };
  const movesTo = isInPoint || others.length === 0 ? null : endedAt;
  const isLeftOut = isOther && basket.refs.length > 0 && why === null;
  return (
    <>
      {movesTo !== null && <p className="quiet">{words.movesTime(moment(movesTo, zone))}</p>}
      <p className="quiet">{isLeftOut && words.replacesBasket(query.client ?? '')}</p>
      <div className="row wrap">
        <button
          type="button"
          disabled={why !== null}
          aria-describedby={why === null ? undefined : 'other-director'}
          onClick={take}
        >
          {words.take}
        </button>
        <span role="status" className="quiet">
          {isInPoint && basket.refs.includes(ref) && words.taken}
        </span>
      </div>
      <Denied id="other-director" why={why} />
      <DownloadVersion version={chosen} />
    </>
  );
}

/** As of this version. The target client of another client's order is not this one's. */
function momentOf(choice: Choice, version: Version): Changes {
  const { client, director, jobId } = version;
  const from = choice.isOfAll ? director : '';
  return { client, from, point: String(jobId), whole: '', ...(isAnother(choice, version) ? { to: '' } : {}) };
}

/** Whether what was chosen before is of another client. */
function isAnother({ isOfAll, query }: Choice, { client, director }: Version): boolean {
  return query.client !== undefined && (query.client !== client || (isOfAll && query.from !== director));
}
