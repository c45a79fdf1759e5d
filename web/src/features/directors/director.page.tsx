import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Director } from '../../api/directors';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiQuery } from '../../api/queries';
import { ActionLink } from '../../components/action-link';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { count } from '../../components/format';
import { Shown } from '../../components/query-content';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { Connection, EditDirector } from './connection';
import { DirectorHealth } from './director-health';
import { kindName, Reached } from './connection-result';
import { SearchIndex } from './search-index';
import './directors.css';

const lookEveryMs = 30_000;

export function DirectorPage() {
  const { name } = useParams({ from: '/administration/directors/$name' });
  const messages = useMessages('directors');
  const director = useApiQuery(
    ['directors', 'one', name],
    (api, signal) => api.GET('/api/v1/directors/{name}', { params: { path: { name } }, signal }),
    { everyMs: lookEveryMs },
  );
  const { open } = useMessages('directorConsole');
  const why = usePermissionError('directors:control');
  const hasConsole = director.data?.abilities.includes('console') === true;
  return (
    <>
      <Title
        above={<Link to="/administration/directors">{messages.title}</Link>}
        actions={
          <>
            {hasConsole && (
              <ActionLink
                deniedBy={why === null ? null : 'no-console'}
                to="/administration/directors/$name/console"
                params={{ name }}
              >
                {open}
              </ActionLink>
            )}
            <EditDirector name={name} />
          </>
        }
      >
        {name}
      </Title>
      {hasConsole && <Denied id="no-console" why={why} />}
      <Shown of={director} rows={8}>
        {(known) => <Whole key={known.name} director={known} />}
      </Shown>
    </>
  );
}

function Whole({ director }: { readonly director: Director }) {
  const messages = useMessages('directors');
  const { name } = director;
  return (
    <>
      <Facts director={director} />
      <p className="row wrap after">
        <Link to="/clients" search={{ director: name }}>
          {messages.page.allClients}
        </Link>
        <Link to="/runs" search={{ director: name }}>
          {messages.page.runs}
        </Link>
        <AsCurl path={`/directors/${encodeURIComponent(name)}`} />
      </p>
      <DirectorHealth name={name} />
      <Connection name={name} />
      <SearchIndex director={director} />
      <Has director={director} />
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ director }: { readonly director: Director }) {
  const messages = useMessages('directors');
  const common = useMessages('common');
  const { heads } = messages;
  const { problem, kind, version, startedAt, timezone } = director;
  return (
    <>
      <dl className="figures">
        <Fact name={heads.state}>
          <Reached of={director} />
        </Fact>
        <Fact name={heads.kind}>{kindName(messages.kinds, kind)}</Fact>
        <Fact name={heads.version}>{version ?? common.unknown}</Fact>
        <Fact name={heads.since}>{startedAt === null ? common.unknown : <Time at={startedAt} as="short" />}</Fact>
        <Fact name={heads.zone}>{timezone ?? common.unknown}</Fact>
        <Fact name={heads.usual}>{director.default ? common.yes : common.no}</Fact>
      </dl>
      {problem !== null && <p className="fault after">{problem}</p>}
    </>
  );
}

/** Its resources by name, folded where there are many. */
function Has({ director }: { readonly director: Director }) {
  const { page } = useMessages('directors');
  const { clients, filesets, pools, storages, restoreRoots, abilities } = director;
  return (
    <section aria-labelledby="director-has">
      <h2 id="director-has">{page.what}</h2>
      <Names of={clients} label={page.clients} />
      <Names of={filesets} label={page.filesets} />
      <Names of={pools} label={page.pools} />
      <Names of={storages} label={page.storages} />
      <Names of={restoreRoots} label={page.roots} />
      <Names of={abilities} label={page.abilities} />
    </section>
  );
}

function Names({ of, label }: { readonly of: readonly string[]; readonly label: string }) {
  const { none } = useMessages('common');
  return (
    <details className="names">
      <summary>
        {label} <span className="quiet">{of.length === 0 ? none : count(of.length)}</span>
      </summary>
      <p className="path">{of.join(', ')}</p>
    </details>
  );
}
