import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { asProblem } from '../../api/request';
import { useAskedSources, useSource, useSources } from '../../api/directors';
import { Empty } from '../../components/empty';
import { ErrorMessage } from '../../components/error-message';
import { OfOneDirector } from '../../components/one-director';
import { Skeleton } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { ByName } from './global-search';
import { Gone } from './pruned-run-notice';
import { type Points, usePoints } from './restore-points';
import './restore.css';
import { merged, noFile, type Way, wayOf } from './restore-query';
import { Sentence } from './restore-summary';
import { type SourceClients, useSourceClients } from './use-client-options';
import { type Choice, type Point, useChoice, useOwnDirector } from './use-restore-state';
import { Versions } from './versions';
import { What } from './file-selection';
import { WhereFrom } from './source-step';
import { WhereTo } from './target-step';

/** From a file or from a client and a time, over what, to where. The address holds the whole choice, so that it can be sent to a colleague. */
export function RestorePage() {
  const messages = useMessages('restore');
  const { isOfAll, query } = useChoice();
  const { client, from, fileOf, fileFrom } = query;
  // A link may name a client without its Director.
  const open = [from === undefined ? client : undefined, fileFrom === undefined ? fileOf : undefined];
  const unsettled = isOfAll ? open.find((name) => name !== undefined) : undefined;
  const sources = useSources();
  return (
    <>
      <Title>{messages.title}</Title>
      {unsettled === undefined ? (
        <Restore />
      ) : (
        <OfOneDirector among={sources.filter(({ clients }) => clients.includes(unsettled)).map(({ name }) => name)} />
      )}
    </>
  );
}

const awayEveryMs = 5_000;

function Restore() {
  const messages = useMessages('restore');
  const choice = useChoice();
  const sources = useSourceClients();
  // One that was only slow answers the next time.
  const { data, error, isPending, refetch } = useAskedSources(sources.away.length > 0 ? awayEveryMs : undefined);
  const way = wayOf(choice.query);
  const isKnown = data !== undefined;
  const isEmpty = isKnown && sources.clients.length === 0 && sources.away.length === 0;
  // What a catalog holds can be looked at while it is not known which clients there are.
  const isAsked = way === 'time' && choice.query.client === undefined;
  return (
    <>
      <Ways {...{ choice, way }} />
      <ErrorMessage problem={error === null ? null : asProblem(error)} retry={refetch} />
      {isAsked && isPending && <Skeleton rows={3} />}
      {isEmpty && choice.query.client === undefined && <Empty>{messages.noClient}</Empty>}
      {!isEmpty && (isKnown || !isAsked) && <Steps {...{ choice, way, sources }} />}
    </>
  );
}

interface WaysProps {
  readonly choice: Choice;
  readonly way: Way;
}

/** The two ways to begin; what is in the basket stays. */
function Ways({ choice: { query }, way }: WaysProps) {
  const messages = useMessages('restore');
  const link = (to: Way, text: string) => (
    <Link
      to="/restore"
      search={merged(query, { by: to, step: '', ...noFile })}
      aria-current={way === to ? 'page' : undefined}
    >
      {text}
    </Link>
  );
  return (
    <nav className="tabs" aria-label={messages.ways}>
      {link('name', messages.byName)}
      {link('time', messages.byTime)}
    </nav>
  );
}

interface StepsProps extends WaysProps {
  readonly sources: SourceClients;
}

function Steps({ choice, way, sources }: StepsProps) {
  const { query, isOfAll } = choice;
  // Of all Directors one is settled by who chooses.
  const first = way === 'time' && !isOfAll ? sources.clients[0]?.client : undefined;
  const client = query.client ?? first;
  const points = usePoints(client, query.point, query.whole !== undefined);
  const [isConfirming, setConfirming] = useState(false);
  const { director } = useOwnDirector();
  const source = useSource(director);
  const root = (isOfAll && director === undefined ? undefined : source?.restoreRoots[0]) ?? null;
  const where = query.where ?? root;
  const step = query.step ?? '1';
  return (
    <>
      <Sentence {...{ choice, where }} point={points.point} />
      <StepChoice {...{ choice, way, step }} />
      <div className="restore" data-way={way} data-step={step}>
        {way === 'name' ? (
          <ByName {...{ choice, sources }} />
        ) : (
          <ByTime {...{ choice, sources, points }} client={client ?? ''} />
        )}
        <File
          {...{ choice, way, point: points.point, client: query.fileOf ?? client }}
          askToRestore={() => setConfirming(true)}
        />
        <Side {...{ choice, way, points, where, isConfirming, setConfirming }} />
      </div>
    </>
  );
}

interface SideProps extends WaysProps {
  readonly points: Points;
  readonly where: string | null;
  readonly isConfirming: boolean;
  readonly setConfirming: (isConfirming: boolean) => void;
}

/** What is selected, and where it goes. */
function Side(props: SideProps) {
  const { choice, way, points, where, isConfirming, setConfirming } = props;
  const { point, isGone } = points;
  const isByName = way === 'name';
  return (
    <div className="side">
      {isByName && isGone && <Gone run={choice.query.point ?? ''} />}
      {(isByName || point !== null) && <WhereTo {...{ choice, point, where, isConfirming, setConfirming }} />}
    </div>
  );
}

interface ByTimeProps {
  readonly choice: Choice;
  readonly sources: SourceClients;
  readonly client: string;
  readonly points: Points;
}

function ByTime(props: ByTimeProps) {
  const { choice, points } = props;
  return (
    <>
      <WhereFrom {...props} />
      {points.point === null ? <div /> : <What {...{ choice, point: points.point }} />}
    </>
  );
}

interface FileProps extends WaysProps {
  readonly point: Point | null;
  readonly client: string | undefined;
  readonly askToRestore: () => void;
}

/** The versions of the chosen file. */
function File({ choice, way, point, client, askToRestore }: FileProps) {
  const { file } = choice.query;
  if (file !== undefined && client !== undefined)
    return <Versions {...{ choice, way, point, file, client, askToRestore }} />;
  return way === 'name' ? <NoFileYet /> : null;
}

/** The second step of a phone before the first one is done. */
function NoFileYet() {
  const messages = useMessages('restore');
  return (
    <section className="no-file" data-step="2" aria-label={messages.versions}>
      <Empty>{messages.chooseFile}</Empty>
    </section>
  );
}

interface StepChoiceProps extends WaysProps {
  readonly step: string;
}

/** On phones one column at a time. */
function StepChoice({ choice: { choose }, way, step }: StepChoiceProps): ReactNode {
  const { steps } = useMessages('restore');
  const texts = way === 'name' ? [steps.file, steps.version, steps.to] : [steps.from, steps.what, steps.to];
  return (
    <nav className="restore-steps" aria-label={steps.label}>
      {texts.map((text, index) => {
        const own = String(index + 1);
        return (
          <button
            key={text}
            type="button"
            aria-current={step === own ? 'step' : undefined}
            onClick={() => choose({ step: own })}
          >
            {own} {text}
          </button>
        );
      })}
    </nav>
  );
}
