import { type SyntheticEvent, useState } from 'react';
import { type Schemas } from '../../api/request';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { useMessages } from '../../i18n/messages';
import { type Watched, watchPath } from './monitored-client-path';

type Body = Schemas['ChangeMonitoredClientBody'];
type Basis = 'global' | 'own' | 'schedule';

const hourSeconds = 3600;

/** Four digits are less than a second. */
const hoursOf = (seconds: number): number => Math.round((seconds / hourSeconds) * 10_000) / 10_000;

function basisOf({ basis, warnSeconds, critSeconds }: Watched['monitored']): Basis {
  if (basis === 'schedule') return 'schedule';
  return warnSeconds === null && critSeconds === null ? 'global' : 'own';
}

function bodyOf(form: HTMLFormElement, basis: Basis): Body {
  if (basis === 'schedule') return { basis };
  const seconds = (name: string): number => Math.round(Number(fieldOf(form, name)) * hourSeconds);
  if (basis === 'global') return { basis: 'fixed', warnSeconds: null, critSeconds: null };
  return { basis: 'fixed', warnSeconds: seconds('warn'), critSeconds: seconds('crit') };
}

/** From when on it is silent: like all clients, by hours of its own, or by its schedule. */
export function OwnThresholds(watched: Watched) {
  const messages = useMessages('client');
  const [said, setSaid] = useState('');
  const { monitored, why, action } = watched;
  return (
    <div>
      <h3>{messages.thresholds}</h3>
      <p className="quiet">{messages.thresholdsAbout}</p>
      {/* What others saved is shown anew. */}
      <ThresholdForm key={monitored.updatedAt} {...watched} say={setSaid} />
      <Denied id="no-thresholds" why={why} />
      <p role="status">{said}</p>
      <ErrorMessage problem={action.problem} />
    </div>
  );
}

function ThresholdForm({ monitored, why, action, change, say }: Watched & { readonly say: (text: string) => void }) {
  const messages = useMessages('client');
  const [basis, setBasis] = useState<Basis>(() => basisOf(monitored));
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    say('');
    change(bodyOf(event.currentTarget, basis), () => say(messages.saved));
  };
  const state = { disabled: why !== null, 'aria-describedby': why === null ? undefined : 'no-thresholds' };
  return (
    <form className="stack" onSubmit={submit}>
      <label>
        {messages.basis}
        <select value={basis} onChange={({ target }) => setBasis(target.value as Basis)}>
          {(['global', 'own', 'schedule'] as const).map((one) => (
            <option key={one} value={one}>
              {messages.bases[one]}
            </option>
          ))}
        </select>
      </label>
      {basis === 'own' && <Hours of={monitored.thresholds} />}
      <span className="row">
        <button {...state} aria-disabled={action.busy}>
          {messages.save}
        </button>
        <AsCurl method="PATCH" path={watchPath(monitored)} body={{ warnSeconds: 129_600, critSeconds: 259_200 }} />
      </span>
    </form>
  );
}

function Hours({ of }: { readonly of: Schemas['ShownThresholds'] }) {
  const messages = useMessages('client');
  const field = { type: 'number', min: 1 / 60, max: 87_600, step: 'any', required: true } as const;
  return (
    <div className="hours-pair">
      <label>
        {messages.warnHours}
        <input name="warn" {...field} defaultValue={hoursOf(of.warnSeconds)} />
      </label>
      <label>
        {messages.critHours}
        <input name="crit" {...field} defaultValue={hoursOf(of.critSeconds)} />
      </label>
    </div>
  );
}
