import { type UseQueryResult } from '@tanstack/react-query';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiQuery } from '../../api/queries';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useZone } from '../../components/timezone';
import { figure } from '../../i18n/server-message';
import { useMessages } from '../../i18n/messages';
import { figuresOf } from '../../api/unwrap-json';
import { Part } from './overview-section';
import { type Place, placeOf } from './check-links';
import { type Check, directorsOf, everyMs, type Health, subject } from './selected-directors';
import { isAway } from './unreachable';
import { Way } from './links';

interface VerdictsProps {
  readonly health: UseQueryResult<Health>;
  readonly scope: string;
}

/** One sentence on each Director, the gravest first. */
export function Verdicts({ health, scope }: VerdictsProps) {
  const messages = useMessages('overview');
  return (
    <Part
      {...{ title: messages.verdict, needs: ['directors:read'], className: 'verdicts' }}
      path={`/director/health?director=${encodeURIComponent(scope)}`}
    >
      <Shown of={health} rows={2}>
        {(shown) => <AllVerdicts health={shown} />}
      </Shown>
    </Part>
  );
}

function AllVerdicts({ health }: { readonly health: Health }) {
  const { checks } = health;
  const messages = useMessages('overview');
  const names = directorsOf(health);
  // Checks come gravest first, and so do their Directors.
  const ordered = [...new Set(checks.map(({ director }) => director))];
  const silent = new Set(checks.filter(isNoAnswer).map(({ director }) => director));
  return (
    <>
      {names.length > 1 && (
        <p className="verdict-of-all">
          <span className="verdict">
            <OfAll checks={checks} all={names.length} />
          </span>{' '}
          <span className="quiet">{messages.answering(names.length - silent.size, names.length)}</span>
        </p>
      )}
      <FailingChannels />
      {ordered.map((name) => (
        <VerdictOf
          key={name}
          {...{ name, isNamed: names.length > 1 }}
          checks={checks.filter((one) => one.director === name)}
        />
      ))}
    </>
  );
}

/** Channels belong to no Director. While one fails, nobody may be notified of other problems. */
function FailingChannels() {
  const messages = useMessages('overview');
  const isAllowed = usePermissionError('notifications:read') === null;
  const { data } = useApiQuery(
    [subject, 'channels'],
    (api, signal) =>
      api.GET('/api/v1/admin/notifications/channels', { params: { query: { status: 'failing' } }, signal }),
    { everyMs, enabled: isAllowed },
  );
  if (!data || data.items.length === 0) return null;
  return (
    <ul className="findings">
      {data.items.map(({ id, name }, index) => (
        <li key={id}>
          <Way className="verdict" to={`/administration/notifications/channels/${id}`}>
            <State of="error" text={messages.channelFails(name)} />
          </Way>
          {index === 0 && <p className="quiet">{messages.channelToDo}</p>}
        </li>
      ))}
    </ul>
  );
}

/** The one sentence on several Directors. It is green in no case: what is protected is said by each of them. */
function OfAll({ checks, all }: { readonly checks: readonly Check[]; readonly all: number }) {
  const messages = useMessages('overview');
  const wrong = checks.filter(isWrong);
  const troubled = new Set(wrong.map(({ director }) => director)).size;
  const [worst] = wrong;
  return (
    <State of={worst?.status ?? 'none'} text={worst ? messages.troubled(troubled, all) : messages.noTrouble(all)} />
  );
}

function isWrong({ status, code }: Check): boolean {
  return status !== 'ok' && code !== 'daemon.not_seen';
}

function isNoAnswer({ id, status }: Check): boolean {
  return id === 'director.answers' && status !== 'ok';
}

/** What is unknown of a Director that does not answer, or has the same reason, is no finding of its own. */
function follows(check: Check, away: Check): boolean {
  if (check === away) return false;
  return check.status === 'unknown' || (check.hint !== null && check.hint === away.hint);
}

interface VerdictOfProps {
  readonly name: string;
  readonly isNamed: boolean;
  readonly checks: readonly Check[];
}

function VerdictOf({ name, isNamed, checks }: VerdictOfProps) {
  const away = checks.find(isAway);
  const wrong = checks.filter((check) => isWrong(check) && !(away && follows(check, away)));
  return (
    <div className="verdict-of" data-named={isNamed || undefined}>
      {isNamed && <h3>{name}</h3>}
      {wrong.length === 0 ? (
        <AllIsWell {...{ name }} />
      ) : (
        <ul className="findings">
          {wrong.map((check, index) =>
            isAway(check) ? (
              <Away key={check.id} of={check} />
            ) : (
              <Finding
                key={check.id}
                check={check}
                isHintShown={wrong.slice(0, index).some(({ hint }) => hint === check.hint)}
              />
            ),
          )}
        </ul>
      )}
      <p className="quiet">
        {wrong.length > 0 && <Protected {...{ name }} />}
        <Acknowledged {...{ name }} checks={checks.filter((check) => !isWrong(check))} />
        <Verified checks={checks} />
      </p>
    </div>
  );
}

/** When backups were last read from their volumes. Differences are a finding. */
function Verified({ checks }: { readonly checks: readonly Check[] }) {
  const { found } = useMessages('finding');
  const zone = useZone();
  const check = checks.find(({ code }) => code === 'backups.verified');
  if (!check) return null;
  const { path, search } = placeOf(check);
  return (
    <Way to={path} director={check.director} {...(search ? { search } : {})}>
      {found(check, zone)}
    </Way>
  );
}

type Subject = 'runs' | 'jobs' | 'clients';

const subjectOf: Readonly<Record<string, Subject>> = { 'jobs.protection': 'jobs', 'clients.silence': 'clients' };

const acknowledgedAt: Readonly<Record<Subject, Place>> = {
  runs: { path: '/runs', search: { acknowledged: 'true' } },
  jobs: { path: '/jobs', search: { protection: 'warn,crit,never' } },
  clients: { path: '/clients', search: { status: 'warn,crit' } },
};

/** Acknowledged runs, jobs and clients that no finding above mentions. */
function Acknowledged({ name, checks }: { readonly name: string; readonly checks: readonly Check[] }) {
  const { acknowledgedOf } = useMessages('overview');
  return (['runs', 'jobs', 'clients'] as const).map((one) => {
    const own = checks.filter(({ id }) => (subjectOf[id] ?? 'runs') === one);
    const known = own.reduce((sum, { params }) => sum + figure(params, 'known'), 0);
    const { path, search } = acknowledgedAt[one];
    return (
      known > 0 && (
        <span key={one}>
          <Way to={path} director={name} {...(search ? { search } : {})}>
            {acknowledgedOf[one](known)}
          </Way>{' '}
        </span>
      )
    );
  });
}

/** The band above has the sentence, since when, and what to do. */
function Away({ of }: { readonly of: Check }) {
  const messages = useMessages('overview');
  const { path, search } = placeOf(of);
  return (
    <li>
      <Way className="verdict" to={path} director={of.director} {...(search ? { search } : {})}>
        <State of={of.status} text={messages.notAnswering} />
      </Way>
    </li>
  );
}

/** Failed runs have the same sign everywhere, although the check only warns. */
function signOf({ code, status }: Check): string {
  return code === 'runs.failed' || code === 'record.lost' ? 'error' : status;
}

/** What was found, as a link to where it can be looked into, and what to do about it. */
function Finding({ check, isHintShown }: { readonly check: Check; readonly isHintShown: boolean }) {
  const { found, toDo } = useMessages('finding');
  const text = found(check, useZone());
  const { hint } = check;
  const { path, search } = placeOf(check);
  return (
    <li>
      <Way className="verdict" to={path} director={check.director} title={text} {...(search ? { search } : {})}>
        <State of={signOf(check)} text={text} />
      </Way>
      {hint !== null && !isHintShown && <p className="quiet">{toDo(check)}</p>}
    </li>
  );
}

function useTally(director: string) {
  const isAllowed = usePermissionError('stats:read') === null;
  return useApiQuery(
    [subject, 'tally', director],
    (api, signal) => figuresOf(api.GET('/api/v1/stats/summary', { params: { query: { director, days: 7 } }, signal })),
    { enabled: isAllowed, everyMs },
  ).data?.jobs;
}

function monitoredOf({ ok, warn, crit, never, unknown }: Schemas['ProtectionCounts']): number {
  return ok + warn + crit + never + unknown;
}

function Protected({ name }: { readonly name: string }) {
  const messages = useMessages('overview');
  const tally = useTally(name);
  const monitored = tally ? monitoredOf(tally) : 0;
  return tally && monitored > 0 ? <span>{messages.protectedOf(tally.ok, monitored)} </span> : null;
}

function AllIsWell({ name }: { readonly name: string }) {
  const tally = useTally(name);
  return (
    <p>
      <span className="verdict">
        <Well of={tally} />
      </span>{' '}
      <LastFailure director={name} />
    </p>
  );
}

/** Green, and in order, only where everything is protected: what is overdue may be known, and is still not protected. */
function Well({ of }: { readonly of: Schemas['ProtectionCounts'] | undefined }) {
  const messages = useMessages('overview');
  if (of === undefined) return <State of="none" text={messages.nothingWrong} />;
  const monitored = monitoredOf(of);
  if (monitored === 0) return <State of="none" text={messages.noneMonitored} />;
  if (of.ok === monitored) return <State of="ok" text={messages.inOrder(monitored)} />;
  const overdue = of.warn + of.crit;
  const parts = [
    messages.protectedOf(of.ok, monitored),
    ...(overdue === 0 ? [] : [messages.overdue(overdue)]),
    ...(of.never === 0 ? [] : [messages.neverSoFar(of.never)]),
  ];
  return <State of="none" text={parts.join(' ')} />;
}

function LastFailure({ director }: { readonly director: string }) {
  const messages = useMessages('overview');
  const isAllowed = usePermissionError('jobs:read') === null;
  const { data } = useApiQuery(
    [subject, 'failure', director],
    (api, signal) =>
      api.GET('/api/v1/operations/runs', { params: { query: { director, status: 'error', limit: 1 } }, signal }),
    { enabled: isAllowed, everyMs },
  );
  const run = data?.items[0];
  if (!data) return null;
  if (!run) return <span className="quiet">{messages.noFailure}</span>;
  return (
    <Way className="quiet" to={`/runs/${run.jobId}`} director={director}>
      {messages.lastFailure} <Time at={run.endedAt ?? run.queuedAt} />
    </Way>
  );
}
