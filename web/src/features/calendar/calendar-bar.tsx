import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { Filters } from '../../data-table/filters';
import { useMessages } from '../../i18n/messages';
import { type CalendarView, type ViewName } from './calendar-view';

/** A link whose address says less than the one in view is another. */
const exactly = { exact: true, explicitUndefined: true };
const route = getRouteApi('/calendar');

interface CalendarBarProps {
  readonly view: CalendarView;
  readonly spanText: string;
}

/** Which days, and of which jobs and clients; all of it stands in the address. */
export function CalendarBar({ view, spanText }: CalendarBarProps) {
  const messages = useMessages('calendar');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: (old) => ({ ...old, ...changes }) });
  return (
    <>
      <div className="bar">
        <nav className="row calendar-steps" aria-label={messages.span}>
          <Step to={view.before}>
            <span aria-hidden="true">‹</span> <span className="step-word">{messages.before[view.name]}</span>
          </Step>
          <Step to={undefined}>{messages.today}</Step>
          <Step to={view.after}>
            <span className="step-word">{messages.after[view.name]}</span> <span aria-hidden="true">›</span>
          </Step>
        </nav>
        <ViewChoice now={view.name} />
        <Filters
          filters={[
            { name: 'job', label: messages.job, kind: 'name', of: 'jobs' },
            { name: 'client', label: messages.client, kind: 'name', of: 'clients' },
          ]}
          values={search}
          choose={choose}
        />
      </div>
      <h2 aria-live="polite">{spanText}</h2>
    </>
  );
}

function Step({ to, children }: { readonly to: string | undefined; readonly children: ReactNode }) {
  return (
    <Link
      className="button"
      to="/calendar"
      search={(old) => ({ ...old, from: to })}

      activeOptions={exactly}

      resetScroll={false}
    >
      {children}
    </Link>
  );
}

function ViewChoice({ now }: { readonly now: ViewName }) {
  const messages = useMessages('calendar');
  return (
    <div className="segments">
      {(['week', 'month'] as const).map((name) => (
        <Link
          key={name}
          to="/calendar"
          search={(old) => ({ ...old, view: name === 'week' ? undefined : name })}
          aria-current={name === now ? 'true' : undefined}
          activeOptions={exactly}
        >
          {messages[name]}
        </Link>
      ))}
    </div>
  );
}
