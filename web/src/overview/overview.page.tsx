import { useDenial } from '../api/caller';
import { Empty } from '../parts/empty';
import { Title } from '../parts/title';
import { useWords } from '../words/words';
import { Fortnight } from './fortnight';
import { NextRuns } from './next-runs';
import './overview.css';
import { overviewWords } from './overview.words';
import { Pools } from './pools';
import { Running } from './running';
import { directorsOf, Freshness, useHealth, useScope } from './scope';
import { Protection } from './protection';
import { Unreachable } from './unreachable';
import { Verdicts } from './verdicts';
import { Way } from './ways';

/** Whether everything is all right, and if not, what to do. */
export function OverviewPage() {
  const words = useWords(overviewWords);
  const scope = useScope();
  const maySeeRuns = useDenial('jobs:read') === null;
  const maySeeDirectors = useDenial('directors:read') === null;
  const health = useHealth(scope, maySeeDirectors);
  const isUnknown = !maySeeDirectors || (health.isError && !health.data);
  const directors = health.data ? directorsOf(health.data) : isUnknown ? [scope] : null;
  if (directors?.length === 0)
    return (
      <>
        <Title>{words.title}</Title>
        <Empty>
          {words.noDirector} <Way to="/administration/directors">{words.addDirector}</Way>
        </Empty>
      </>
    );
  return (
    <>
      <Title>{words.title}</Title>
      {maySeeRuns && <Freshness />}
      {health.data && <Unreachable health={health.data} />}
      <Verdicts health={health} scope={scope} />
      <Running scope={scope} />
      <div className="overview-columns">
        <Fortnight scope={scope} />
        <div className="overview-side">
          <Protection scope={scope} directors={directors} />
          <Pools scope={scope} />
          <NextRuns scope={scope} />
        </div>
      </div>
    </>
  );
}
