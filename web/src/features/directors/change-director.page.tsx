import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/request';
import { forget } from '../../api/queries';
import { ifMatch, type Tagged } from '../../api/etag';
import { useAction } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { useConfiguration } from './connection';
import { DirectorForm } from './director-form';
import { changeBodyOf, type Configuration, type Settings, settingsOf } from './settings';
import { TestAndSave } from './test-and-save';
import { useTest } from './use-test';
import './directors.css';

export function ChangeDirectorPage() {
  const { name } = useParams({ from: '/administration/directors/$name/change' });
  const messages = useMessages('wizard');
  const directors = useMessages('directors');
  const asked = useConfiguration(name);
  const above = (
    <>
      <Link to="/administration/directors">{directors.title}</Link> /{' '}
      <Link to="/administration/directors/$name" params={{ name }}>
        {name}
      </Link>
    </>
  );
  return (
    <>
      <Title above={above}>{messages.changeTitle(name)}</Title>
      <Shown of={asked} rows={8}>
        {({ value, etag }) => <Change key={value.name} {...{ value, etag }} />}
      </Shown>
    </>
  );
}

/** Begins with what was stored when the page was opened; its tag tells if somebody else changed it meanwhile. */
function Change({ value, etag }: Tagged<Configuration>) {
  const { connection } = useMessages('directors');
  if (value.kind === 'embedded') return <p>{connection.embedded}</p>;
  if (value.origin === 'file') return <p>{connection.ofFile}</p>;
  return <ChangeForm {...{ value, etag }} />;
}

function ChangeForm({ value, etag }: Tagged<Configuration>) {
  const messages = useMessages('wizard');
  const [begun] = useState(() => ({ settings: settingsOf(value), etag }));
  const [settings, setSettings] = useState<Settings>(begun.settings);
  const change = (changes: Partial<Settings>) => setSettings((old) => ({ ...old, ...changes }));
  const { test, tested } = useTest(settings);
  const { problem, busy, act } = useAction();
  const navigate = useNavigate();
  const { name } = value;
  const save = () =>
    act(async () => {
      const params = { path: { name }, header: ifMatch(begun.etag) };
      const body = changeBodyOf(begun.settings, settings);
      await ask((api) => api.PATCH('/api/v1/admin/directors/{name}', { params, body }));
      forget('directors', 'discovered-directors', 'health');
      await navigate({ to: '/administration/directors/$name', params: { name } });
    });
  return (
    <>
      <p className="quiet">{messages.changeAbout}</p>
      <DirectorForm
        {...{ settings, change, tested }}
        isStored
        stored={begun.settings}
        actions={{ test: test.run, save }}
      >
        <TestAndSave
          {...{ settings, test, tested, stored: begun.settings }}
          save={{ text: messages.change, isReady: true, busy }}
        />
      </DirectorForm>
      <ErrorMessage problem={problem} />
    </>
  );
}
