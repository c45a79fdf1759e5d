import { type Outcome, type Schemas } from '../api/ask';
import { useDenial } from '../api/caller';
import { useAsked } from '../api/queries';
import { count, duration } from '../parts/format';
import { Shown } from '../parts/shown';
import { State } from '../parts/state';
import { Time } from '../parts/time';
import { useWords } from '../words/words';
import { overviewWords } from './overview.words';
import { Part } from './part';
import { everyMs, ofEach, subject } from './scope';
import { clientPath, Way } from './ways';

type Client = Schemas['ClientRecord'];
type ClientPage = Schemas['ClientRecordPage'];
type Standing = Schemas['SilenceStatus'];

const named = 5;
/** Where more are silent than this, the worst of all cannot be told from one page. */
const readSilent = 200;

interface SilenceProps {
  readonly scope: string;
  /** null: not known yet. */
  readonly directors: readonly string[] | null;
}

interface Tally {
  readonly ok: number;
  readonly warn: number;
  readonly crit: number;
  readonly worst: readonly Client[];
}

/** Clients by how long they have been without a good backup. */
export function Silence({ scope, directors }: SilenceProps) {
  const words = useWords(overviewWords);
  const isAllowed = useDenial('directors:read') === null;
  const tally = useAsked(
    [subject, 'silence', scope, directors],
    async (api, signal): Promise<Outcome<Tally>> => {
      const read = (status: Standing, limit: number) =>
        ofEach(directors ?? [], (director) =>
          api.GET('/api/v1/clients', {
            params: { query: { director, status, enabled: true, limit, count: true } },
            signal,
          }),
        );
      const answers = await Promise.all([read('ok', 1), read('warn', readSilent), read('crit', readSilent)]);
      return tallyOf(answers);
    },
    { everyMs, enabled: isAllowed && directors !== null, keepsOld: true },
  );
  return (
    <Part
      {...{ title: words.bySilence, needs: ['directors:read'], className: 'silence' }}
      path={`/clients?status=warn,crit&director=${encodeURIComponent(scope)}`}
      more={<Way to="/clients">{words.allClients}</Way>}
    >
      <Shown of={tally} rows={3}>
        {(shown) => <Strip tally={shown} />}
      </Shown>
    </Part>
  );
}

function tallyOf([ok, warn, crit]: readonly [Answer, Answer, Answer]): Outcome<Tally> {
  const refused = [ok, warn, crit].find(({ response }) => !response.ok);
  if (refused) return { error: refused.error, response: refused.response };
  const sum = ({ data = [] }: Answer): number => data.reduce((all, page) => all + (page.total?.value ?? 0), 0);
  const silent = [crit, warn].flatMap(({ data = [] }) => data.flatMap(({ items }) => items).sort(longerFirst));
  const data = { ok: sum(ok), warn: sum(warn), crit: sum(crit), worst: silent.slice(0, named) };
  return { data, response: ok.response };
}

type Answer = Outcome<readonly ClientPage[]>;

function longerFirst(a: Client, b: Client): number {
  return b.silence.ageSeconds - a.silence.ageSeconds;
}

const standings: readonly Standing[] = ['crit', 'warn', 'ok'];

function Strip({ tally }: { readonly tally: Tally }) {
  const words = useWords(overviewWords);
  const shown = standings.filter((standing) => tally[standing] > 0);
  if (shown.length === 0) return <p className="quiet">{words.noClient}</p>;
  return (
    <>
      <div className="strip" aria-hidden="true">
        {shown.map((standing) => (
          <span key={standing} data-look={standing} style={{ flexGrow: tally[standing] }} />
        ))}
      </div>
      <ul className="strip-counts">
        {standings.map((standing) => (
          <li key={standing}>
            <Way to="/clients" search={{ status: standing }}>
              <State
                of={tally[standing] > 0 ? standing : 'none'}
                text={words.silenceOf[standing](count(tally[standing]))}
              />
            </Way>
          </li>
        ))}
      </ul>
      <ul className="named">
        {tally.worst.map((client) => (
          <SilentClient key={`${client.director} ${client.name}`} client={client} />
        ))}
      </ul>
    </>
  );
}

function SilentClient({ client }: { readonly client: Client }) {
  const words = useWords(overviewWords);
  const { status, ageSeconds, lastSuccessAt } = client.silence;
  return (
    <li>
      <Way to={clientPath(client.name)} director={client.director}>
        {client.name}
      </Way>
      <span>
        <State of={status} text={words.silentFor(duration(ageSeconds))} />
        {client.acknowledgement && (
          <span className="quiet" title={client.acknowledgement.note}>
            {' '}
            · {words.acknowledged}
          </span>
        )}
      </span>
      <span className="quiet">
        {lastSuccessAt === null ? (
          words.neverBackedUp
        ) : (
          <>
            {words.lastGood} <Time at={lastSuccessAt} as="short" />
          </>
        )}
      </span>
    </li>
  );
}
