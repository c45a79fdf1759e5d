import { type Schemas } from '../../api/request';
import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';

const lookEveryMs = 30_000;

/** The verdict over one Director in words: what was looked at, gravest first, and what to do about it. */
export function DirectorHealth({ name }: { readonly name: string }) {
  const { page } = useMessages('directors');
  const messages = useMessages('finding');
  const zone = useZone();
  const health = useApiQuery(
    ['health', 'director', name],
    (api, signal) => api.GET('/api/v1/director/health', { params: { query: { director: name } }, signal }),
    { everyMs: lookEveryMs },
  );
  return (
    <section aria-labelledby="director-health">
      <div className="head">
        <h2 id="director-health">{page.health}</h2>
        <AsCurl path={`/director/health?director=${encodeURIComponent(name)}`} />
      </div>
      <Shown of={health}>
        {({ status, summary, stale, checks }) => (
          <>
            <p className="verdict">
              <State of={status} /> {messages.summary(checks, summary, zone)}
            </p>
            {stale && !wasNeverKnown(checks) && <p className="quiet">{page.staleHealth}</p>}
            <Checks of={checks.filter((check) => check.status !== 'ok')} />
            {!wasNeverKnown(checks) && <Passed of={checks.filter((check) => check.status === 'ok')} />}
          </>
        )}
      </Shown>
    </section>
  );
}

/** Whether neither the Director nor its catalog ever answered: no health is known then, and passed checks mean nothing. */
function wasNeverKnown(checks: readonly Schemas['HealthCheck'][]): boolean {
  const codes = checks.map(({ code }) => code);
  return codes.includes('director.never_answered') && codes.includes('catalog.never_answered');
}

function Checks({ of }: { readonly of: readonly Schemas['HealthCheck'][] }) {
  return (
    <ul className="checks">
      {of.map((check) => (
        <Check key={`${check.id} ${check.message}`} of={check} />
      ))}
    </ul>
  );
}

function Passed({ of }: { readonly of: readonly Schemas['HealthCheck'][] }) {
  const { page } = useMessages('directors');
  if (of.length === 0) return null;
  return (
    <details className="after">
      <summary>{page.passed(of.length)}</summary>
      <Checks of={of} />
    </details>
  );
}

function Check({ of }: { readonly of: Schemas['HealthCheck'] }) {
  const { status, hint, observedAt, id } = of;
  const { page } = useMessages('directors');
  const { found, toDo } = useMessages('finding');
  const zone = useZone();
  return (
    <li>
      <State of={status} />
      <div>
        {found(of, zone)}{' '}
        <span className="quiet">
          <code>{id}</code> {observedAt !== null && <Time at={observedAt} />}
        </span>
        {hint !== null && (
          <p>
            <strong>{page.hint}:</strong> {toDo(of)}
          </p>
        )}
      </div>
    </li>
  );
}
