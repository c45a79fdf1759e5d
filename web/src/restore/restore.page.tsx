import { type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { asProblem, type Schemas } from '../api/ask';
import { useChosenDirector, useDirector } from '../api/directors';
import { useAsked } from '../api/queries';
import { mostInSelect } from '../parts/chooser';
import { Empty } from '../parts/empty';
import { Fault } from '../parts/fault';
import { OfOneDirector, type Owners } from '../parts/one-director';
import { Shown } from '../parts/shown';
import { Title } from '../parts/title';
import { useWords } from '../words/words';
import { ByName } from './by-name';
import { Gone } from './gone';
import { type Points, usePoints } from './points';
import './restore.css';
import { merged, type Way, wayOf } from './restore-query';
import { restoreWords } from './restore.words';
import { Sentence } from './sentence';
import { type SomeClients } from './some-clients';
import { type Choice, type Point, useChoice } from './use-choice';
import { Versions } from './versions';
import { What } from './what';
import { WhereFrom } from './where-from';
import { WhereTo } from './where-to';

/** From a file or from a client and a time, over what, to where. The address holds the whole choice, so that it can be sent to a colleague. */
export function RestorePage() {
  const words = useWords(restoreWords);
  const { client } = useChoice().query;
  return (
    <>
      <Title>{words.title}</Title>
      <OfOneDirector {...(client === undefined ? {} : { owners: ownersOf(client) })}>
        <Restore />
      </OfOneDirector>
    </>
  );
}

function ownersOf(client: string): Owners {
  return {
    key: ['clients', 'owners', client],
    call: (api, signal) => api.GET('/api/v1/clients', { params: { query: { director: '*', name: client } }, signal }),
  };
}

function Restore() {
  const words = useWords(restoreWords);
  const choice = useChoice();
  const director = useChosenDirector();
  const clients = useAsked(['clients', 'first', director], (api, signal) =>
    api.GET('/api/v1/clients', { params: { query: { limit: mostInSelect + 1, ...director } }, signal }),
  );
  const way = wayOf(choice.query);
  const isAsked = way === 'time' && choice.query.client === undefined;
  return (
    <>
      <Ways {...{ choice, way }} />
      {isAsked ? (
        <Shown of={clients}>
          {(known) =>
            known.items.length === 0 ? (
              <Empty>{words.noClient}</Empty>
            ) : (
              <Steps {...{ choice, way }} clients={firstOf(known)} />
            )
          }
        </Shown>
      ) : (
        <WithoutClients {...{ choice, way, of: clients }} />
      )}
    </>
  );
}

function firstOf({ items, nextCursor }: Schemas['ClientRecordPage']) {
  return { first: items.map(({ name }) => name), isWhole: nextCursor === null };
}

interface WithoutClientsProps extends WaysProps {
  readonly of: UseQueryResult<Schemas['ClientRecordPage']>;
}

const none = { first: [], isWhole: false };

/** What a catalog holds can be looked at while its Director, which alone knows its clients, is away. */
function WithoutClients({ choice, way, of: { data, error, refetch } }: WithoutClientsProps) {
  const words = useWords(restoreWords);
  if (data?.items.length === 0 && choice.query.client === undefined) return <Empty>{words.noClient}</Empty>;
  return (
    <>
      <Fault problem={error === null ? null : asProblem(error)} retry={refetch} />
      <Steps {...{ choice, way, clients: data ? firstOf(data) : none }} />
    </>
  );
}

interface WaysProps {
  readonly choice: Choice;
  readonly way: Way;
}

/** The two ways to begin; what is in the basket stays. */
function Ways({ choice: { query }, way }: WaysProps) {
  const words = useWords(restoreWords);
  const link = (to: Way, text: string) => (
    <Link
      to="/restore"
      search={merged(query, { by: to, file: '', fileOf: '', step: '' })}
      aria-current={way === to ? 'page' : undefined}
    >
      {text}
    </Link>
  );
  return (
    <nav className="tabs" aria-label={words.ways}>
      {link('name', words.byName)}
      {link('time', words.byTime)}
    </nav>
  );
}

interface StepsProps extends WaysProps {
  readonly clients: SomeClients;
}

function Steps({ choice, way, clients }: StepsProps) {
  const { query } = choice;
  const client = query.client ?? (way === 'time' ? clients.first[0] : undefined);
  const points = usePoints(client, query.point, query.whole !== undefined);
  const [isConfirming, setConfirming] = useState(false);
  const root = useDirector()?.restoreRoots[0] ?? null;
  const where = query.where ?? root;
  const step = query.step ?? '1';
  return (
    <>
      <Sentence {...{ choice, where }} point={points.point} />
      <StepChoice {...{ choice, way, step }} />
      <div className="restore" data-way={way} data-step={step}>
        {way === 'name' ? (
          <ByName {...{ choice, hasClients: clients.first.length > 1 }} />
        ) : (
          <ByTime {...{ choice, clients, points }} client={client ?? ''} />
        )}
        <Side
          {...{ choice, way, points, where, clients, isConfirming, setConfirming }}
          client={query.fileOf ?? client}
        />
      </div>
    </>
  );
}

interface SideProps extends WaysProps {
  readonly points: Points;
  readonly where: string | null;
  readonly clients: SomeClients;
  readonly client: string | undefined;
  readonly isConfirming: boolean;
  readonly setConfirming: (isConfirming: boolean) => void;
}

/** The versions of the chosen file, and where all goes. */
function Side(props: SideProps) {
  const { choice, way, points, where, clients, client, isConfirming, setConfirming } = props;
  const { point, isGone } = points;
  const isByName = way === 'name';
  return (
    <div className="side">
      <File {...{ choice, way, point, client }} askToRestore={() => setConfirming(true)} />
      {isByName && isGone && <Gone run={choice.query.point ?? ''} />}
      {(isByName || point !== null) && <WhereTo {...{ choice, point, where, clients, isConfirming, setConfirming }} />}
    </div>
  );
}

interface ByTimeProps {
  readonly choice: Choice;
  readonly clients: SomeClients;
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

function File({ choice, way, point, client, askToRestore }: FileProps) {
  const { file } = choice.query;
  if (file !== undefined && client !== undefined)
    return <Versions {...{ choice, way, point, file, client, askToRestore }} />;
  return way === 'name' ? <NoFileYet /> : null;
}

/** The second step of a phone before the first one is done. */
function NoFileYet() {
  const words = useWords(restoreWords);
  return (
    <section className="no-file" data-step="2" aria-label={words.versions}>
      <Empty>{words.chooseFile}</Empty>
    </section>
  );
}

interface StepChoiceProps extends WaysProps {
  readonly step: string;
}

/** On phones one column at a time. */
function StepChoice({ choice: { choose }, way, step }: StepChoiceProps): ReactNode {
  const { steps } = useWords(restoreWords);
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
