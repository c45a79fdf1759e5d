import { useContext } from 'react';
import { useMatches, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { CallerContext, usePermissionError } from '../api/disabled-reason';
import { signOut } from '../api/session';
import { useFollowedRuns, useStreamState } from '../api/stream';
import { useAction } from '../components/action';
import { ApiButton, ApiMenu } from '../components/api-menu';
import { ErrorMessage } from '../components/error-message';
import { focusTitle } from '../components/title';
import { useMessages } from '../i18n/messages';
import { BrowserSettings } from './browser-settings';
import { Shortcuts } from './shortcuts';
import { useSources } from '../api/directors';
import { Chooser, mostInSelect } from '../components/combobox';
import { noteChosen } from '../components/recent-choices';
import { stringifySearch } from './search';

/** Which Director is looked at. With one there is nothing to choose. */
function DirectorChooser() {
  const messages = useMessages('layout');
  const directors = useSources();
  const { chosen: known, choose } = useChoice();
  if (directors.length < 2) return null;
  const usual = directors.find((one) => one.default);
  const chosen = known ?? usual?.name ?? '';
  if (directors.length > mostInSelect) {
    return (
      <Chooser
        {...{ label: messages.director, kind: 'directors', isQuiet: true, nothing: messages.allDirectors }}
        names={directors.map(({ name }) => name)}
        chosen={chosen === '*' ? '' : chosen}
        choose={(name) => choose(name || '*')}
      />
    );
  }
  return (
    <select aria-label={messages.director} value={chosen} onChange={({ target }) => choose(target.value)}>
      <option value="*">{messages.allDirectors}</option>
      {directors.map(({ name, reachable }) => (
        <option key={name} value={name}>
          {reachable ? name : `✕ ${name}`}
        </option>
      ))}
    </select>
  );
}

interface Choice {
  /** undefined: the default one. */
  readonly chosen: string | undefined;
  readonly choose: (director: string) => void;
}

/** On a page whose address names its Director that one is chosen, whichever is looked at elsewhere. */
function useChoice(): Choice {
  const { director } = useSearch({ strict: false });
  const { params = {}, staticData } = useMatches().at(-1) ?? {};
  const navigate = useNavigate();
  const { history } = useRouter();
  const page = staticData?.page?.ofDirector;
  const choose = (name: string) => {
    if (name !== '*') noteChosen(name, 'directors');
    if (page) history.push(`${page.other(name)}${stringifySearch({ director: name })}`);
    else void navigate({ to: '.', search: (old) => ({ ...old, director: name }) });
  };
  return { chosen: page?.name(params) ?? director, choose };
}

export function TopLine() {
  const messages = useMessages('layout');
  const caller = useContext(CallerContext);
  const { problem, act } = useAction();
  const seesRuns = usePermissionError('jobs:read') === null;
  return (
    <header className="top">
      <a
        className="skip"
        href={location.hash}
        onClick={(event) => {
          event.preventDefault();
          focusTitle();
        }}
      >
        {messages.skip}
      </a>
      <DirectorChooser />
      <Shortcuts signOut={() => act(signOut)} />
      <div className="far">
        <ApiButton />
        {seesRuns && <Live />}
        <button type="button" popoverTarget="browser-settings" title={messages.role(caller?.role ?? '')}>
          {caller?.user.username}
        </button>
        <button type="button" onClick={() => act(signOut)}>
          {messages.signOut}
        </button>
      </div>
      <BrowserSettings />
      <ApiMenu />
      <ErrorMessage problem={problem} />
    </header>
  );
}

/** Whether changes come by themselves or are asked for. */
function Live() {
  const messages = useMessages('layout');
  const state = useStreamState();
  useFollowedRuns();
  const isLive = state === 'live';
  return (
    <span
      className="state"
      data-look={isLive ? 'ok' : 'warn'}
      role="status"
      title={isLive ? messages.liveHint : messages.pollingHint}
    >
      <span aria-hidden="true">{isLive ? '●' : '○'}</span> {messages[state]}
    </span>
  );
}
