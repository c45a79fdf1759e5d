import { type Outcome, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useDirectorName } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { count } from '../../components/format';
import { ClientProtection, colorOf, type ProtectionStatus } from '../../components/protection';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { Part } from './overview-section';
import { everyMs, ofEach, subject } from './selected-directors';
import { clientPath, type Search, Way } from './links';

type Client = Schemas['ClientRecord'];
type ClientPage = Schemas['ClientRecordPage'];

const named = 5;
/** Where more are overdue than this, the worst of all cannot be told from one page. */
const readBad = 200;

/** What is counted apart, the worst first. */
const groups = ['crit', 'warn', 'never', 'ok', 'muted', 'other'] as const;
type Group = (typeof groups)[number];

const statusesOf: Readonly<Record<Exclude<Group, 'muted'>, readonly ProtectionStatus[]>> = {
  crit: ['crit'],
  warn: ['warn'],
  never: ['never'],
  ok: ['ok'],
  other: ['unknown', 'not_monitored'],
};

/** A muted client counts only as muted: nobody is alerted when its backups stop. */
function filterOf(group: Group): { readonly paused: boolean; readonly protection?: string } {
  return group === 'muted' ? { paused: true } : { paused: false, protection: statusesOf[group].join(',') };
}

interface ProtectionProps {
  readonly scope: string;
  /** null: not known yet. */
  readonly directors: readonly string[] | null;
}

interface Tally extends Readonly<Record<Group, number>> {
  /** By what was due of those never backed up. */
  readonly neverColor: string;
  readonly worst: readonly Client[];
}

/** Clients by the worst of their jobs: a client whose job was never backed up is not in order. */
export function Protection({ scope, directors }: ProtectionProps) {
  const messages = useMessages('overview');
  const isAllowed = usePermissionError('directors:read') === null;
  const tally = useApiQuery(
    [subject, 'protection', scope, directors],
    async (api, signal): Promise<Outcome<Tally>> => {
      const read = (group: Group) =>
        ofEach(directors ?? [], (director) =>
          api.GET('/api/v1/clients', {
            params: {
              query: {
                director,
                enabled: true,
                count: true,
                ...filterOf(group),
                limit: group === 'ok' || group === 'muted' || group === 'other' ? 1 : readBad,
              },
            },
            signal,
          }),
        );
      const [crit, warn, never, ok, muted, other] = await Promise.all(groups.map(read));
      return tallyOf({ crit, warn, never, ok, muted, other } as Readonly<Record<Group, Answer>>);
    },
    { everyMs, enabled: isAllowed && directors !== null, keepsOld: true },
  );
  return (
    <Part
      {...{ title: messages.byProtection, needs: ['directors:read'], className: 'silence' }}
      path={`/clients?protection=warn,crit,never&paused=false&director=${encodeURIComponent(scope)}`}
      more={<Way to="/clients">{messages.allClients}</Way>}
    >
      <Shown of={tally} rows={3}>
        {(shown) => <Strip tally={shown} />}
      </Shown>
    </Part>
  );
}

type Answer = Outcome<readonly ClientPage[]>;

/** From the mildest. */
const colors: readonly string[] = ['none', 'warn', 'crit'];

function tallyOf(answers: Readonly<Record<Group, Answer>>): Outcome<Tally> {
  const refused = groups.map((group) => answers[group]).find(({ response }) => !response.ok);
  if (refused) return { error: refused.error, response: refused.response };
  const sum = ({ data = [] }: Answer): number => data.reduce((all, page) => all + (page.total?.value ?? 0), 0);
  const listed = (group: Group): Client[] =>
    (answers[group].data ?? []).flatMap(({ items }) => items).sort(longerFirst);
  const { crit, warn, never, ok, muted, other } = answers;
  const unsaved = listed('never').sort(
    (a, b) => colors.indexOf(colorOf(b.protection)) - colors.indexOf(colorOf(a.protection)),
  );
  const [first] = unsaved;
  const data = {
    neverColor: first ? colorOf(first.protection) : 'none',
    crit: sum(crit),
    warn: sum(warn),
    never: sum(never),
    ok: sum(ok),
    muted: sum(muted),
    other: sum(other),
    worst: [...listed('crit'), ...listed('warn'), ...unsaved].slice(0, named),
  };
  return { data, response: ok.response };
}

function longerFirst(a: Client, b: Client): number {
  return b.silence.ageSeconds - a.silence.ageSeconds;
}

/** Never backed up has its own color in no place: it is that of what was due. */
function lookOf(group: Group, { neverColor }: Tally): string {
  if (group === 'never') return neverColor;
  return group === 'other' || group === 'muted' ? 'none' : group;
}

function searchOf(group: Group): Search {
  const { paused, ...protection } = filterOf(group);
  return { ...protection, paused: String(paused), enabled: 'true' };
}

function Strip({ tally }: { readonly tally: Tally }) {
  const messages = useMessages('overview');
  const shown = groups.filter((group) => tally[group] > 0);
  if (shown.length === 0) return <p className="quiet">{messages.noClient}</p>;
  return (
    <>
      <div className="strip" aria-hidden="true">
        {shown.map((group) => (
          <span key={group} data-look={lookOf(group, tally)} style={{ flexGrow: tally[group] }} />
        ))}
      </div>
      <ul className="strip-counts">
        {groups
          .filter((group) => group === 'ok' || tally[group] > 0)
          .map((group) => (
            <li key={group}>
              <Way to="/clients" search={searchOf(group)}>
                <State
                  of={tally[group] > 0 ? lookOf(group, tally) : 'none'}
                  text={messages.protectionOf[group](count(tally[group]))}
                />
              </Way>
            </li>
          ))}
      </ul>
      <ul className="named">
        {tally.worst.map((client) => (
          <Named key={`${client.director} ${client.name}`} client={client} />
        ))}
      </ul>
    </>
  );
}

function Named({ client }: { readonly client: Client }) {
  const messages = useMessages('overview');
  const { lastSuccessAt } = client.silence;
  const name = [client.name, useDirectorName()(client.director)].filter(Boolean).join(' · ');
  return (
    <li>
      <Way to={clientPath(client.name)} director={client.director}>
        {name}
      </Way>
      <span>
        <ClientProtection of={client.protection} />
        {client.acknowledgement && (
          <span className="quiet" title={client.acknowledgement.note}>
            {' '}
            · {messages.acknowledged}
          </span>
        )}
      </span>
      <span className="quiet">
        {lastSuccessAt !== null && (
          <>
            {messages.lastGood} <Time at={lastSuccessAt} as="short" />
          </>
        )}
      </span>
    </li>
  );
}
