import { type Director, useDirectors } from '../../api/directors';
import { type Capability, usePermissionError } from '../../api/disabled-reason';
import { useApiQuery } from '../../api/queries';
import { type Schemas } from '../../api/request';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';
import './first-steps.css';
import { jobPath, type Search, Way } from './links';
import { Part } from './overview-section';
import { everyMs, subject } from './selected-directors';

type Job = Schemas['JobRecord'];
type StepName = 'what' | 'where' | 'when' | 'run' | 'restore' | 'notify';

interface Step {
  readonly name: StepName;
  readonly isDone: boolean;
  readonly to: string;
  readonly search?: Search;
  readonly needs: Capability;
}

/** The job of a first start, which backs up the console itself: the operator did not choose it. */
const exampleJob = 'BackupConsole';
const readJobs = 200;
const good = 'completed,warning';

/** The one Director of this page, if it can be configured here: with several, an installation is no new one. */
function configurable(directors: readonly Director[], scope: string): Director | undefined {
  const shown = directors.filter(({ name }) => scope === '*' || scope === name);
  const [only] = shown;
  return shown.length === 1 && only?.abilities.includes('configuration') ? only : undefined;
}

/** What is left to do on a new installation, as far as the API shows it; nothing once all of it is done. */
export function FirstSteps({ scope }: { readonly scope: string }) {
  const director = configurable(useDirectors(), scope);
  const mayRead = usePermissionError('configuration:read', 'jobs:read') === null;
  return director && mayRead ? <Checklist director={director.name} /> : null;
}

function Checklist({ director }: { readonly director: string }) {
  const messages = useMessages('firstSteps');
  const steps = useSteps(director);
  if (steps === null || steps.every(({ isDone }) => isDone)) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Part
      {...{ title: messages.title, needs: ['configuration:read'], className: 'first-steps' }}
      path={`/operations/jobs?type=Backup&director=${encodeURIComponent(director)}`}
      more={messages.progress(done, steps.length)}
    >
      <ol>
        {steps.map((step) => (
          <li key={step.name}>
            <StepLine {...{ step, director }} />
          </li>
        ))}
      </ol>
    </Part>
  );
}

function StepLine({ step, director }: { readonly step: Step; readonly director: string }) {
  const messages = useMessages('firstSteps');
  const { name, isDone, to, search, needs } = step;
  const why = usePermissionError(needs);
  const text = messages.steps[name];
  if (isDone) return <State of="done" text={`${messages.isDone} ${text}`} />;
  if (why !== null) {
    return (
      <>
        <State of="none" text={`${messages.isOpen} ${text}.`} /> <span className="quiet">{why}</span>
      </>
    );
  }
  return (
    <Way {...{ to, director }} {...(search ? { search } : {})}>
      <State of="none" text={`${messages.isOpen} ${text}`} />
    </Way>
  );
}

/** The steps whose facts this caller may read; null while they are not known. */
function useSteps(director: string): readonly Step[] | null {
  const jobs = useOwnJobs(director);
  const isRestored = useHasRestored(director);
  const isNotified = useIsNotified();
  if (jobs === null || isRestored === null || isNotified === null) return null;
  const steps = [...ofJobs(jobs), restoreStep(isRestored)];
  return isNotified === 'unreadable' ? steps : [...steps, notifyStep(isNotified)];
}

function restoreStep(isDone: boolean): Step {
  return { name: 'restore', isDone, to: '/restore', needs: 'restore:run' };
}

function notifyStep(isDone: boolean): Step {
  return { name: 'notify', isDone, to: '/administration/notifications/new', needs: 'notifications:manage' };
}

function ofJobs(jobs: readonly Job[]): readonly Step[] {
  const [first] = jobs;
  const inForm = (type: string, name: string) => `/administration/configuration/${type}/${encodeURIComponent(name)}`;
  const wizard = '/new-backup';
  const hasRun = jobs.some(({ protection }) => protection.lastGoodAt !== null);
  return [
    { name: 'what', isDone: first !== undefined, to: wizard, needs: 'configuration:write' },
    {
      name: 'where',
      isDone: jobs.some(({ storage }) => storage !== ''),
      to: first ? inForm('job', first.name) : wizard,
      needs: 'configuration:write',
    },
    {
      name: 'when',
      isDone: jobs.some(({ schedule, enabled }) => schedule !== null && enabled),
      to: first ? inForm('job', first.name) : wizard,
      needs: 'configuration:write',
    },
    {
      name: 'run',
      isDone: hasRun,
      to: first ? jobPath(first.name) : '/jobs',
      ...(first ? { search: { act: 'run' } } : {}),
      needs: 'jobs:run',
    },
  ];
}

/** Backup jobs but for the example. */
function useOwnJobs(director: string): readonly Job[] | null {
  const { data } = useApiQuery(
    [subject, 'own jobs', director],
    (api, signal) =>
      api.GET('/api/v1/operations/jobs', {
        params: { query: { director, type: 'Backup', limit: readJobs } },
        signal,
      }),
    { everyMs },
  );
  return data?.items.filter(({ name }) => name !== exampleJob) ?? null;
}

function useHasRestored(director: string): boolean | null {
  const { data } = useApiQuery(
    [subject, 'restored', director],
    (api, signal) =>
      api.GET('/api/v1/operations/runs', {
        params: { query: { director, type: 'Restore', status: good, limit: 1 } },
        signal,
      }),
    { everyMs },
  );
  return data ? data.items.length > 0 : null;
}

function useIsNotified(): boolean | 'unreadable' | null {
  const mayRead = usePermissionError('notifications:read') === null;
  const { data } = useApiQuery(
    [subject, 'active channels'],
    (api, signal) =>
      api.GET('/api/v1/admin/notifications/channels', { params: { query: { status: 'active' } }, signal }),
    { everyMs, enabled: mayRead },
  );
  if (!mayRead) return 'unreadable';
  return data ? data.items.length > 0 : null;
}
