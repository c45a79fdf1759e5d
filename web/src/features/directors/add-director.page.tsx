import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { directorsWords } from './directors.messages';
import { DiscoveredDirectors } from './discovered-directors';
import { DirectorForm } from './director-form';
import { createBodyOf, emptySettings, type Settings } from './settings';
import { TestAndSave } from './test-and-save';
import { type Tested, useTest } from './use-test';
import { wizardWords } from './wizard.messages';
import './directors.css';

/** From what is found on this machine, or from nothing, to a Director that was tested and added. */
export function AddDirectorPage() {
  const words = useMessages(wizardWords);
  const directors = useMessages(directorsWords);
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
      <Title above={<Link to="/administration/directors">{directors.title}</Link>}>{words.title}</Title>
      <DiscoveredDirectors take={setSettings} />
      <DirectorForm {...{ settings, change, tested }} isStored={false} deeds={{ test: test.run, save }}>
        <TestAndSave
          {...{ settings, test, tested }}
          save={{ text: saveText(words, tested), isReady: isTested, busy }}
        />
      </DirectorForm>
      <ErrorMessage problem={problem} />
    </>
  );
}

function saveText(words: { readonly save: string; readonly saveAnyway: string }, tested: Tested | null): string {
  return tested !== null && !tested.isOutdated && !tested.result.ok ? words.saveAnyway : words.save;
}
