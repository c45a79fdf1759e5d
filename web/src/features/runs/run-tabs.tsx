import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Run } from '../../api/stream';
import { useWords } from '../../i18n/messages';
import { RunEvents } from './run-events';
import { RunFiles } from './run-files';
import { RunLog } from './run-log';
import { RunVolumes } from './run-volumes';
import { runWords } from './run.messages';

const route = getRouteApi('/runs/$jobId');

const tabs = ['log', 'files', 'volumes', 'events'] as const;
type Tab = (typeof tabs)[number];

const contents: Readonly<Record<Tab, (run: Run) => ReactNode>> = {
  log: (run) => <RunLog run={run} />,
  files: (run) => <RunFiles run={run} />,
  volumes: (run) => <RunVolumes run={run} />,
  events: (run) => <RunEvents run={run} />,
};

const isTab = (text: string | undefined): text is Tab => tabs.some((tab) => tab === text);

/** What there is of a run beside its figures; the address keeps which of it is shown. */
export function RunTabs({ run }: { readonly run: Run }) {
  const words = useWords(runWords);
  const { tab } = route.useSearch();
  const shown = isTab(tab) ? tab : 'log';
  return (
    <section>
      <nav className="tabs" aria-label={words.tabs}>
        {tabs.map((name) => (
          <Link
            key={name}
            to="/runs/$jobId"
            params={{ jobId: String(run.jobId) }}
            search={{ tab: name }}
            resetScroll={false}
            replace
            aria-current={shown === name ? 'page' : undefined}
          >
            {words[name]}
          </Link>
        ))}
      </nav>
      {contents[shown](run)}
    </section>
  );
}
