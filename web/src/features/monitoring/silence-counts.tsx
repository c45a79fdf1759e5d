import { useAsked } from '../../api/queries';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { useWords } from '../../i18n/messages';
import { type Client, isMuted, readClients, type Silence, standingUnder, type Thresholds } from './threshold-preview';
import { silenceWords } from './monitoring.messages';

interface EffectProps {
  readonly of: Thresholds;
  readonly isChanged: boolean;
}

/** How many clients are silent, and how many would be. */
export function Effect({ of, isChanged }: EffectProps) {
  const words = useWords(silenceWords);
  const all = useAsked(['silence', 'all clients'], readClients);
  return (
    <section aria-label={words.effect} className="effect">
      <Shown of={all} rows={1}>
        {({ clients, isWhole }) => (
          <>
            <Counts label={words.now} clients={clients} standing={({ status }) => status} />
            {isChanged && (
              <Counts label={words.withThese} clients={clients} standing={(client) => standingUnder(client, of)} />
            )}
            {!isWhole && <p className="quiet">{words.notAll(clients.length)}</p>}
          </>
        )}
      </Shown>
    </section>
  );
}

interface CountsProps {
  readonly label: string;
  readonly clients: readonly Client[];
  readonly standing: (client: Client) => Silence;
}

function Counts({ label, clients, standing }: CountsProps) {
  const words = useWords(silenceWords);
  // `standing` has muted and disabled clients in order, but neither is up to date for that.
  const muted = clients.filter((client) => client.enabled && isMuted(client)).length;
  const disabled = clients.filter(({ enabled }) => !enabled).length;
  const states = clients.filter((client) => client.enabled && !isMuted(client)).map(standing);
  const [ok, warn, crit] = (['ok', 'warn', 'crit'] as const).map(
    (state) => states.filter((one) => one === state).length,
  ) as [number, number, number];
  return (
    <p role="status" className="counts">
      <strong>{label}:</strong>{' '}
      {crit > 0 ? <State of="crit" text={words.crits(crit)} /> : <Zero text={words.crits(0)} />}
      {warn > 0 ? <State of="warn" text={words.warnings(warn)} /> : <Zero text={words.warnings(0)} />}
      {ok > 0 ? <State of="ok" text={words.inOrder(ok)} /> : <Zero text={words.inOrder(0)} />}
      {muted > 0 && <State of="paused" text={words.muted(muted)} />}
      {disabled > 0 && <State of="disabled" text={words.disabled(disabled)} />}
    </p>
  );
}

/** Without a sign: a dash before a number reads as a minus. */
function Zero({ text }: { readonly text: string }) {
  return <span className="quiet">{text}</span>;
}
