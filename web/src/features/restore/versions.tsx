import { useLayoutEffect, useRef, useState } from 'react';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useDirectorName, useSource } from '../../api/directors';
import { useApiInfiniteQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { count, exact, size } from '../../components/format';
import { Shown } from '../../components/query-content';
import { Cell, Row, Table } from '../../components/table';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { DownloadVersion } from './download-button';
import { remember } from './entry-cache';
import { type Changes, noFile, type Way } from './restore-query';
import { asOfYesterday, moment, startOfToday } from './restore-times';
import { type Choice, isNothing, type Point, useFileDirector } from './use-restore-state';

type Version = Schemas['VersionRecord'];

/** Versions shown at first, and added by each press. */
const pageOf = 10;

interface VersionsProps {
  readonly choice: Choice;
  readonly way: Way;
  readonly file: string;
  readonly client: string;
  readonly point: Point | null;
  /** Asks whether the restore in place that the address now names is meant. */
  readonly askToRestore: () => void;
}

/** Every kept version of the chosen file, in the place of the list that it was chosen from. */
export function Versions(props: VersionsProps) {
  const { choice, file, client } = props;
  const messages = useMessages('restore');
  const nameOf = useDirectorName();
  const query = { client, ref: file, limit: 50, ...useFileDirector() };
  const pages = useApiInfiniteQuery(['versions', query], (api, cursor, signal) =>
    api.GET('/api/v1/restore/bvfs/versions', { params: { query: { ...query, ...cursor } }, signal }),
  );
  const versions = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const [newest] = versions;
  return (
    <section aria-labelledby="versions" className="versions" data-step="2">
      <AsCurl path="/restore/bvfs/versions" query={query} />
      <Head name={newest?.name} onClose={() => choice.choose({ ...noFile, step: '' })} />
      <Shown of={pages}>
        {() =>
          newest === undefined ? (
            <Empty>{messages.noVersions}</Empty>
          ) : (
            <>
              <p className="path quiet">{[newest.path, client, nameOf(newest.director)].filter(Boolean).join(' · ')}</p>
              <VersionList
                {...props}
                key={`${newest.director} ${client} ${file}`}
                versions={versions}
                more={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
              />
            </>
          )
        }
      </Shown>
    </section>
  );
}

function Head({ name, onClose }: { readonly name: string | undefined; readonly onClose: () => void }) {
  const messages = useMessages('restore');
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOfList(heading);
  return (
    <div className="head">
      <button type="button" className="back" onClick={onClose}>
        ‹ {messages.closeVersions}
      </button>
      <h2 id="versions" ref={heading} tabIndex={-1}>
        {name === undefined ? messages.versions : messages.versionsOf(name)}
      </h2>
    </div>
  );
}

/** The list is hidden while the versions are shown: they take its focus, and give it back to its row. */
function useFocusOfList(heading: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (active === document.body || active?.closest('.restore .list')) heading.current?.focus({ preventScroll: true });
    const own = heading.current?.closest('section');
    return () => {
      if (!own?.contains(document.activeElement)) return;
      // The list is in view only when the versions are gone.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('.restore .list-body > [role="row"][tabindex="0"]')?.focus(),
      );
    };
  }, [heading]);
}

interface VersionListProps extends VersionsProps {
  readonly versions: readonly Version[];
  /** Reads further ones; null where there are none. */
  readonly more: (() => void) | null;
}

/** The newest versions, at least down to the one in the chosen point. */
function VersionList({ choice, way, client, point, versions, askToRestore, more }: VersionListProps) {
  const messages = useMessages('restore');
  const { basket } = choice;
  const yesterday = asOfYesterday(versions, startOfToday(useZone()));
  // Before anything is in the basket no point is settled: each version is then had from the run that kept it.
  const isOfPoint = point?.client === client && point.director === versions[0]?.director;
  const isSettled = isOfPoint && (way === 'time' || basket.refs.length > 0);
  const inPoint = isSettled ? versions.findIndex(({ jobId }) => point.jobids.includes(jobId)) : -1;
  const [wanted, setWanted] = useState(pageOf);
  const shown = versions.slice(0, Math.max(wanted, inPoint + 1));
  const why = useOtherDirector(choice, versions[0]?.director);
  const taken = versions.findIndex(({ ref }, row) => row === inPoint && basket.refs.includes(ref));
  const marksOf = (row: number): readonly string[] => [
    ...(row === 0 ? [messages.isNewest] : []),
    ...(row === yesterday ? [messages.wasYesterday] : []),
    ...(row === inPoint ? [messages.inPoint] : []),
    ...(row === taken ? [messages.isSelected] : []),
  ];
  const showMore = () => {
    setWanted(shown.length + pageOf);
    if (shown.length + pageOf > versions.length) more?.();
  };
  const { modified, size: sizeHead, run, actions } = messages.versionHeads;
  return (
    <>
      <BeforeTaking {...{ choice, why }} version={versions[0]} />
      <Table
        className="version-list"
        label={messages.versions}
        heads={[modified, sizeHead, run, actions]}
        figures={[sizeHead]}
      >
        {shown.map((version, row) => (
          <VersionRow
            key={version.jobId}
            {...{ version, choice, why, askToRestore }}
            marks={marksOf(row)}
            isInPoint={row === inPoint}
            isFirst={row === 0}
          />
        ))}
      </Table>
      <p role="status" className="quiet after">
        {taken !== -1 && messages.taken(versions[taken]?.jobId ?? 0)}
      </p>
      {(shown.length < versions.length || more !== null) && (
        <button type="button" className="after" onClick={showMore}>
          {messages.olderVersions}
        </button>
      )}
    </>
  );
}

/** Why nothing of this Director can be selected: what is selected already is of another one. */
function useOtherDirector({ isOfAll, basket, query: { from } }: Choice, director: string | undefined): string | null {
  const messages = useMessages('restore');
  const isOther = isOfAll && !isNothing(basket) && from !== undefined && from !== director;
  return isOther && director !== undefined ? messages.otherDirector(from, director) : null;
}

interface BeforeTakingProps {
  readonly choice: Choice;
  readonly version: Version | undefined;
  /** Why none can be selected. */
  readonly why: string | null;
}

/** Said once for all rows: what adding a version does to the selection, and why buttons are disabled. */
function BeforeTaking({ choice, version, why }: BeforeTakingProps) {
  const { basket, query } = choice;
  const messages = useMessages('restore');
  const mayRun = usePermissionError('restore:run');
  const mayWrite = usePermissionError('restore:anywhere');
  const mayDownload = usePermissionError('restore:download');
  const canDownload = useSource(version?.director)?.abilities.includes('download') === true;
  if (version === undefined) return null;
  const isOther = isAnother(choice, version);
  const others = basket.refs.filter((one) => one !== version.ref);
  return (
    <>
      {why === null && others.length > 0 && (
        <p className="quiet">{isOther ? messages.replacesBasket(query.client ?? '') : messages.movesTime}</p>
      )}
      <Denied id="other-director" why={why} />
      <Denied id="not-in-place" why={why === null ? (mayRun ?? mayWrite) : null} />
      <Denied id="no-version-download" why={canDownload && version.type === 'file' ? mayDownload : null} />
    </>
  );
}

interface VersionRowProps extends BeforeTakingProps, Pick<VersionsProps, 'askToRestore'> {
  readonly version: Version;
  readonly marks: readonly string[];
  /** The chosen point brings back just this version. */
  readonly isInPoint: boolean;
  readonly isFirst: boolean;
}

function VersionRow({ version, choice, why, askToRestore, marks, isInPoint, isFirst }: VersionRowProps) {
  const messages = useMessages('restore');
  const zone = useZone();
  const { jobId, level, modifiedAt, endedAt, size: bytes, type, volumes } = version;
  const { size: sizeHead, run, actions } = messages.versionHeads;
  const name = (
    <>
      <span title={modifiedAt === null ? undefined : exact(modifiedAt, zone)}>
        {modifiedAt === null ? '–' : moment(modifiedAt, zone)}
      </span>
      {marks.length > 0 && (
        <span className="marks">
          {marks.map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
        </span>
      )}
    </>
  );
  return (
    <Row name={name}>
      <Cell of={sizeHead} figure title={type === 'folder' ? undefined : `${count(bytes)} B`}>
        {type === 'folder' ? '–' : size(bytes)}
      </Cell>
      <Cell of={run} {...(volumes.length === 0 ? {} : { title: messages.onVolumes(volumes.join(', ')) })}>
        {messages.keptBy(jobId, level)}
        <span className="quiet under">{endedAt === null ? '–' : moment(endedAt, zone)}</span>
      </Cell>
      <Cell of={actions}>
        <VersionActions {...{ version, choice, why, askToRestore, isInPoint, isFirst }} />
      </Cell>
    </Row>
  );
}

/** What can be done with one version: it is restored in place, or put into the selection for another one, or downloaded. */
function VersionActions(props: Omit<VersionRowProps, 'marks'>) {
  const { version, choice, why, askToRestore, isInPoint, isFirst } = props;
  const messages = useMessages('restore');
  const mayRun = usePermissionError('restore:run');
  const mayWrite = usePermissionError('restore:anywhere');
  const denial = why ?? mayRun ?? mayWrite;
  const named = (text: string) => messages.ofRun(text, version.jobId);
  return (
    <span className="version-actions">
      <button
        type="button"
        aria-label={named(messages.restoreInPlace)}
        disabled={denial !== null}
        aria-describedby={denial === null ? undefined : why === null ? 'not-in-place' : 'other-director'}
        onClick={() => {
          restoreInPlace(choice, version);
          askToRestore();
        }}
      >
        {messages.restoreInPlace}
      </button>
      <button
        type="button"
        aria-label={named(messages.take)}
        disabled={why !== null}
        aria-describedby={why === null ? undefined : 'other-director'}
        onClick={() => take(choice, version, isInPoint)}
      >
        {messages.take}
      </button>
      <DownloadVersion {...{ version, isFirst }} />
    </span>
  );
}

/** This version alone, at the path it was read from. What was in the basket before is of no concern to it. */
function restoreInPlace(choice: Choice, version: Version): void {
  remember(version);
  const place = {
    where: '/',
    relocate: '',
    match: '',
    job: '',
    storage: '',
    replace: '',
    ...indexVersionOf(choice, version),
  };
  choice.basket.put([version.ref], { step: '3', ...place });
}

/** A version is had by taking the file as of the run that kept it: the whole basket is of one moment. */
function take(choice: Choice, version: Version, isInPoint: boolean): void {
  const { basket } = choice;
  const others = isAnother(choice, version) ? [] : basket.refs.filter((one) => one !== version.ref);
  remember(version);
  basket.put([...others, version.ref], { step: '3', ...(isInPoint ? {} : indexVersionOf(choice, version)) });
}

/** As of this version. The target client of another client's order is not this one's. */
function indexVersionOf(choice: Choice, version: Version): Changes {
  const { client, director, jobId } = version;
  const from = choice.isOfAll ? director : '';
  return { client, from, point: String(jobId), whole: '', ...(isAnother(choice, version) ? { to: '' } : {}) };
}

/** Whether what was chosen before is of another client. */
function isAnother({ isOfAll, query }: Choice, { client, director }: Version): boolean {
  return query.client !== undefined && (query.client !== client || (isOfAll && query.from !== director));
}
