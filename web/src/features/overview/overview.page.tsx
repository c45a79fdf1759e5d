import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useContext } from 'react';
import { CallerContext, usePermissionError } from '../../api/disabled-reason';
import { useRailViews } from '../../app/navigation';
import { Empty } from '../../components/empty';
import { loadChunk } from '../../components/missing-chunk';
import { PartError } from '../../components/section-error';
import { Title } from '../../components/title';
import { loadWithTexts, useMessages } from '../../i18n/messages';
import { Fortnight } from './day-heatmap';
import { NextRuns } from './next-runs';
import './overview.css';
import { Pools } from './pools';
import { Running } from './running';
import { directorsOf, Freshness, useHealth, useScope } from './selected-directors';
import { Protection } from './protection';
import { Unreachable } from './unreachable';
import { Verdicts } from './health-summary';
import { Way } from './links';

// Code and texts of its own: most installations are not new.
const FirstSteps = lazy(async () => ({
  default: (await loadChunk(() => loadWithTexts(() => import('./first-steps')))).FirstSteps,
}));

/** Whether everything is all right, and if not, what to do. */
export function OverviewPage() {
  const messages = useMessages('overview');
  const scope = useScope();
  const maySeeRuns = usePermissionError('jobs:read') === null;
  const maySeeDirectors = usePermissionError('directors:read') === null;
  const health = useHealth(scope, maySeeDirectors);
  const isUnknown = !maySeeDirectors || (health.isError && !health.data);
  const directors = health.data ? directorsOf(health.data) : isUnknown ? [scope] : null;
  const maySeeStatistics = usePermissionError('stats:read') === null;
  const maySeeMedia = usePermissionError('media:read') === null;
  if (![maySeeRuns, maySeeDirectors, maySeeStatistics, maySeeMedia].includes(true)) return <NothingOfIt />;
  if (directors?.length === 0)
    return (
      <>
        <Title>{messages.title}</Title>
        <Empty>
          {messages.noDirector} <Way to="/administration/directors">{messages.addDirector}</Way>
        </Empty>
      </>
    );
  return (
    <>
      <Title>{messages.title}</Title>
      {maySeeRuns && <Freshness />}
      {health.data && <Unreachable health={health.data} />}
      <Verdicts health={health} scope={scope} />
      <CatchBoundary getResetKey={() => ''} errorComponent={PartError}>
        <Suspense>
          <FirstSteps scope={scope} />
        </Suspense>
      </CatchBoundary>
      <Running scope={scope} />
      <div className="overview-columns">
        <Fortnight scope={scope} />
        <div className="overview-side">
          <Protection scope={scope} directors={directors} />
          <Pools scope={scope} />
        </div>
        <NextRuns scope={scope} />
      </div>
    </>
  );
}

/** For a role that reads nothing of what stands here: the ways to what it does read. */
function NothingOfIt() {
  const messages = useMessages('overview');
  const views = useRailViews().filter(({ to }) => to !== '/');
  const names = useMessages('layout');
  return (
    <>
      <Title>{messages.title}</Title>
      <Empty>
        <p>{messages.nothingForRole(useContext(CallerContext)?.role ?? '')}</p>
        <ul className="choices">
          {views.map(({ to, icon }) => (
            <li key={to}>
              <Way className="button" to={to}>
                {names[icon]}
              </Way>
            </li>
          ))}
        </ul>
      </Empty>
    </>
  );
}
