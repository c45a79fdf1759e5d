import { type SyntheticEvent, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { ifMatch, type Tagged, tagged } from '../../api/etag';
import { forget, useApiQuery } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { Shown } from '../../components/query-content';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { HoursField, hoursOf, secondsOf } from './hours-field';
import { type Thresholds, type Client, isMuted, readClients, type Silence, statusUnder } from './threshold-preview';
import { State } from '../../components/state';

interface EffectProps {
  readonly of: Thresholds;
  readonly isChanged: boolean;
}

/** How many clients are silent, and how many would be. */
function Effect({ of, isChanged }: EffectProps) {
  const messages = useMessages('monitoring');
  const all = useApiQuery(['silence', 'all clients'], readClients);
  return (
    <section aria-label={messages.effect} className="effect">
      <Shown of={all} rows={1}>
        {({ clients, isWhole }) => (
          <>
            <Counts label={messages.now} clients={clients} standing={({ status }) => status} />
            {isChanged && (
              <Counts label={messages.withThese} clients={clients} standing={(client) => statusUnder(client, of)} />
            )}
            {!isWhole && <p className="quiet">{messages.notAll(clients.length)}</p>}
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
  const messages = useMessages('monitoring');
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
      {crit > 0 ? <State of="crit" text={messages.crits(crit)} /> : <Zero text={messages.crits(0)} />}
      {warn > 0 ? <State of="warn" text={messages.warnings(warn)} /> : <Zero text={messages.warnings(0)} />}
      {ok > 0 ? <State of="ok" text={messages.inOrder(ok)} /> : <Zero text={messages.inOrder(0)} />}
      {muted > 0 && <State of="paused" text={messages.muted(muted)} />}
      {disabled > 0 && <State of="disabled" text={messages.disabled(disabled)} />}
    </p>
  );
}

/** Without a sign: a dash before a number reads as a minus. */
function Zero({ text }: { readonly text: string }) {
  return <span className="quiet">{text}</span>;
}

type Known = Tagged<Schemas['GlobalThresholds']>;

export function AllThresholds() {
  const messages = useMessages('monitoring');
  const thresholds = useApiQuery(['silence', 'thresholds'], (api, signal) =>
    tagged(api.GET('/api/v1/admin/monitoring/thresholds', { signal })),
  );
  return (
    <section>
      <h2>{messages.all}</h2>
      <Shown of={thresholds} rows={2}>
        {(known) => <Change known={known} />}
      </Shown>
    </section>
  );
}

/** The form stays as it was opened while others change them: then saving is refused instead of undoing that. */
function useChange(known: Known) {
  const messages = useMessages('monitoring');
  const action = useAction();
  const [{ value, etag }, setOpened] = useState(known);
  const [said, setSaid] = useState('');
  const save = (body: Thresholds) =>
    action.act(async () => {
      const params = { header: ifMatch(etag) };
      setOpened(await ask((api) => tagged(api.PATCH('/api/v1/admin/monitoring/thresholds', { params, body }))));
      setSaid(messages.saved);
      forget('silence', 'clients', 'health');
    });
  return { ...action, value, said, save, typing: () => setSaid('') };
}

function Change({ known }: { readonly known: Known }) {
  const messages = useMessages('monitoring');
  const denial = usePermissionError('monitoring:manage');
  const { problem, busy, value, said, save, typing } = useChange(known);
  const [warn, setWarn] = useState(hoursOf(value.warnSeconds));
  const [crit, setCrit] = useState(hoursOf(value.critSeconds));
  const typed: Thresholds = { warnSeconds: secondsOf(warn) ?? 0, critSeconds: secondsOf(crit) ?? 0 };
  const isOrdered = typed.warnSeconds < typed.critSeconds;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isOrdered) save(typed);
  };
  return (
    <form onSubmit={submit} onChange={typing}>
      <fieldset disabled={denial !== null} aria-describedby={denial === null ? undefined : 'no-thresholds'}>
        <div className="row wrap">
          <HoursField label={messages.warn} value={warn} choose={setWarn} required />
          <HoursField label={messages.crit} value={crit} choose={setCrit} required />
          <button className="primary" aria-disabled={busy} disabled={!isOrdered}>
            {messages.save}
          </button>
          <AsCurl method="PATCH" path="/admin/monitoring/thresholds" body={typed} />
        </div>
      </fieldset>
      <Denied id="no-thresholds" why={denial} />
      <p role="status">{isOrdered ? said : messages.order}</p>
      <Changed at={value.updatedAt} />
      <ErrorMessage problem={problem} />
      {isOrdered && <Effect of={typed} isChanged={!hasSame(value, typed)} />}
    </form>
  );
}

function Changed({ at }: { readonly at: string | null }) {
  const messages = useMessages('monitoring');
  return (
    <p className="quiet">
      {at === null ? messages.neverChanged : messages.changed} {at && <Time at={at} />}
    </p>
  );
}

function hasSame(one: Thresholds, other: Thresholds): boolean {
  return one.warnSeconds === other.warnSeconds && one.critSeconds === other.critSeconds;
}
