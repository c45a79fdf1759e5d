import { type SyntheticEvent, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { ifMatch, type Tagged, tagged } from '../../api/etag';
import { forget, useApiQuery } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { duration } from '../../components/format';
import { type Messages, useMessages } from '../../i18n/messages';
import { HoursField, hoursOf, secondsOf } from './hours-field';
import {
  type Client,
  effectiveThresholds,
  type OwnThresholds,
  pathOf,
  standing,
  type Thresholds,
} from './threshold-preview';
import { SilenceState } from './silence-state';

type Body = Schemas['ChangeMonitoredClientBody'];
type Basis = keyof Messages['monitoring']['bases'];

function basisOf({ basis, warnSeconds, critSeconds }: Client): Basis {
  if (basis === 'schedule') return 'schedule';
  return warnSeconds === null && critSeconds === null ? 'global' : 'fixed';
}

function bodyOf(basis: Basis, own: OwnThresholds): Body {
  if (basis === 'schedule') return { basis };
  return basis === 'fixed' ? { basis, ...own } : { basis: null, warnSeconds: null, critSeconds: null };
}

interface ClientThresholdsProps {
  readonly known: Tagged<Client>;
  readonly isAllowed: boolean;
}

/** That it was paused meanwhile is nobody's change of its thresholds. */
function haveSame(one: Client, other: Client): boolean {
  return one.basis === other.basis && one.warnSeconds === other.warnSeconds && one.critSeconds === other.critSeconds;
}

/** The form stays as it was opened while others change them: then saving is refused instead of undoing that. */
function useChange(known: Tagged<Client>) {
  const messages = useMessages('monitoring');
  const action = useAction();
  const [opened, setOpened] = useState(known);
  const [said, setSaid] = useState('');
  const save = (body: Body) =>
    action.act(async () => {
      const { name, director } = known.value;
      const { etag } = haveSame(known.value, opened.value) ? known : opened;
      const params = { path: { name }, query: { director }, header: ifMatch(etag) };
      setSaid('');
      setOpened(await ask((api) => tagged(api.PATCH('/api/v1/admin/monitoring/clients/{name}', { params, body }))));
      setSaid(messages.saved);
      forget('silence', 'clients', 'health');
    });
  return { ...action, said, save };
}

export function ClientThresholds({ known, isAllowed }: ClientThresholdsProps) {
  const messages = useMessages('monitoring');
  const client = known.value;
  const { problem, busy, said, save } = useChange(known);
  const [basis, setBasis] = useState(basisOf(client));
  const [warn, setWarn] = useState(client.warnSeconds === null ? '' : hoursOf(client.warnSeconds));
  const [crit, setCrit] = useState(client.critSeconds === null ? '' : hoursOf(client.critSeconds));
  const own = { warnSeconds: secondsOf(warn), critSeconds: secondsOf(crit) };
  const body = bodyOf(basis, own);
  const { data: all } = useApiQuery(['silence', 'of all'], (api, signal) =>
    api.GET('/api/v1/admin/monitoring/thresholds', { signal }),
  );
  const ofAll = all && ([hoursOf(all.warnSeconds), hoursOf(all.critSeconds)] as const);
  const isChanged =
    basis !== basisOf(client) || own.warnSeconds !== client.warnSeconds || own.critSeconds !== client.critSeconds;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save(body);
  };
  return (
    <section>
      <h2>{messages.own}</h2>
      <form onSubmit={submit}>
        <fieldset disabled={!isAllowed} aria-describedby={isAllowed ? undefined : 'no-silence'}>
          <div className="row wrap">
            <BasisChoice value={basis} choose={setBasis} />
            {basis === 'fixed' && (
              <HoursField label={messages.warn} value={warn} choose={setWarn} placeholder={ofAll?.[0]} />
            )}
            {basis === 'fixed' && (
              <HoursField label={messages.crit} value={crit} choose={setCrit} placeholder={ofAll?.[1]} />
            )}
            <button className="primary" aria-disabled={busy}>
              {messages.save}
            </button>
            <AsCurl method="PATCH" path={pathOf(client)} body={body} />
          </div>
        </fieldset>
        {basis === 'fixed' && ofAll && <p className="quiet">{messages.ownHint(...ofAll)}</p>}
        <Interval of={client} basis={basis} />
        <p role="status">{said}</p>
        <ErrorMessage problem={problem} />
        {isChanged && all && <WouldBe {...{ client, basis, own, all }} />}
      </form>
    </section>
  );
}

function BasisChoice({ value, choose }: { readonly value: Basis; readonly choose: (basis: Basis) => void }) {
  const messages = useMessages('monitoring');
  return (
    <label>
      {messages.basis}
      <select value={value} onChange={({ target }) => choose(target.value as Basis)}>
        {Object.entries(messages.bases).map(([basis, text]) => (
          <option key={basis} value={basis}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Interval({ of, basis }: { readonly of: Client; readonly basis: Basis }) {
  const messages = useMessages('monitoring');
  if (basis !== 'schedule' || of.basis !== 'schedule') return null;
  return (
    <p className="quiet">
      {of.intervalSeconds === null ? messages.noInterval : `${messages.interval}: ${duration(of.intervalSeconds)}`}
    </p>
  );
}

interface WouldBeProps {
  readonly client: Client;
  readonly basis: Basis;
  readonly own: OwnThresholds;
  readonly all: Thresholds;
}

const nothingSet: OwnThresholds = { warnSeconds: null, critSeconds: null };

/** What the choice would make of it, as far as the page can tell: a schedule is the Director's to know. */
function WouldBe({ client, basis, own, all }: WouldBeProps) {
  const messages = useMessages('monitoring');
  if (basis === 'schedule') return null;
  const thresholds = effectiveThresholds(basis === 'fixed' ? own : nothingSet, all);
  const status = standing(client, thresholds);
  const wouldBe = { ...client, status, thresholds: { ...client.thresholds, ...thresholds } };
  return (
    <p role="status">
      {messages.wouldBe} <SilenceState of={wouldBe} inFull />{' '}
      <span className="quiet">{messages.hours(hoursOf(thresholds.warnSeconds), hoursOf(thresholds.critSeconds))}</span>
    </p>
  );
}
