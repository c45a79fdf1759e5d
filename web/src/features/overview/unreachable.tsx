import { shortTime } from '../../components/format';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { type Check, type Health } from './selected-directors';

/** One that is only slow is told among the findings. */
export function isAway({ id, status }: Check): boolean {
  return id === 'director.answers' && status === 'crit';
}

/** A band for each Director that does not answer: the page goes on with what is known of it. */
export function Unreachable({ health: { checks, checkedAt } }: { readonly health: Health }) {
  const messages = useMessages('overview');
  const { toDo } = useMessages('finding');
  const zone = useZone();
  return (
    <div role="status" className="bands">
      {checks.filter(isAway).map((check) => {
        const { director, value } = check;
        const since = value === null ? null : shortTime(Date.parse(checkedAt) - value * 1000, zone);
        return (
          <p key={director} className="band">
            <strong>{since === null ? messages.neverAnswered(director) : messages.away(director, since)}</strong>{' '}
            {since === null ? messages.noDataYet : messages.goesOn}{' '}
            {check.hint !== null && <span className="quiet">{toDo(check)}</span>}
          </p>
        );
      })}
    </div>
  );
}
