import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/request';
import { forget, useApiQuery } from '../../api/queries';
import { useAction } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { DirectorForm } from './director-form';
import { createBodyOf, emptySettings, type Settings, type Found, settingsOfFound } from './settings';
import { TestAndSave } from './test-and-save';
import { type Tested, useTest } from './use-test';
import './directors.css';
import { AsCurl } from '../../components/copy-as-curl';
import { Shown } from '../../components/query-content';

/** What configuration files of the console's machine tell of, each ready to be taken over. */
function DiscoveredDirectors({ take }: { readonly take: (settings: Settings) => void }) {
  const messages = useMessages('wizard');
  const found = useApiQuery(['discovered-directors'], (api, signal) =>
    api.GET('/api/v1/admin/discovered-directors', { params: { query: { limit: 50 } }, signal }),
  );
  return (
    <section aria-labelledby="found">
      <div className="head">
        <h2 id="found">{messages.found}</h2>
        <AsCurl path="/admin/discovered-directors" />
      </div>
      <Shown of={found} rows={1}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{messages.foundNone}</p>
          ) : (
            <>
              <p className="quiet">{messages.foundAbout}</p>
              <ul className="found">
                {items.map((one) => (
                  <FoundOne key={`${one.source} ${one.name}`} of={one} take={take} />
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </section>
  );
}

function FoundOne({ of, take }: { readonly of: Found; readonly take: (settings: Settings) => void }) {
  const messages = useMessages('wizard');
  const { kind, name, address, port, source, catalog, unreadable, known } = of;
  return (
    <li>
      <div>
        <strong>{name}</strong> {known && <span className="quiet">{messages.known}</span>}
        <p>{messages.foundIn(messages.kinds[kind], `${address}:${port}`, source)}</p>
        {catalog !== null && catalog.user !== null && <p>{messages.foundCatalog(catalog.database, catalog.user)}</p>}
        {unreadable.length > 0 && <p className="quiet">{messages.unreadable(unreadable.join(', '))}</p>}
      </div>
      <button type="button" aria-label={`${messages.take}: ${name}`} onClick={() => take(settingsOfFound(of))}>
        {messages.take}
      </button>
    </li>
  );
}

/** From what is found on this machine, or from nothing, to a Director that was tested and added. */
export function AddDirectorPage() {
  const messages = useMessages('wizard');
  const directors = useMessages('directors');
  const [settings, setSettings] = useState<Settings>(emptySettings);
  const change = (changes: Partial<Settings>) => setSettings((old) => ({ ...old, ...changes }));
  const { test, tested } = useTest(settings);
  const { problem, busy, act } = useAction();
  const navigate = useNavigate();
  const save = () =>
    act(async () => {
      const { name } = await ask((api) => api.POST('/api/v1/admin/directors', { body: createBodyOf(settings) }));
      forget('directors', 'discovered-directors', 'health');
      await navigate({ to: '/administration/directors/$name', params: { name } });
    });
  const isTested = tested !== null && !tested.isOutdated;
  return (
    <>
      <Title above={<Link to="/administration/directors">{directors.title}</Link>}>{messages.title}</Title>
      <DiscoveredDirectors take={setSettings} />
      <DirectorForm {...{ settings, change, tested }} isStored={false} actions={{ test: test.run, save }}>
        <TestAndSave
          {...{ settings, test, tested }}
          save={{ text: saveText(messages, tested), isReady: isTested, busy }}
        />
      </DirectorForm>
      <ErrorMessage problem={problem} />
    </>
  );
}

function saveText(messages: { readonly save: string; readonly saveAnyway: string }, tested: Tested | null): string {
  return tested !== null && !tested.isOutdated && !tested.result.ok ? messages.saveAnyway : messages.save;
}
