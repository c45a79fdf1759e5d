import { useContext } from 'react';
import { CallerContext, usePermissionError } from '../api/permissions';
import { signOut } from '../api/session';
import { useFollowedRuns, useStreamState } from '../api/stream';
import { useAction } from '../components/action';
import { ApiButton, ApiMenu } from '../components/api-menu';
import { ErrorMessage } from '../components/error-message';
import { focusTitle } from '../components/title';
import { useMessages } from '../i18n/messages';
import { BrowserSettings } from './browser-settings';
import { DirectorChooser } from './director-chooser';
import { frameWords } from './app.messages';
import { Shortcuts } from './shortcuts';

export function TopLine() {
  const words = useMessages(frameWords);
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
        {words.skip}
      </a>
      <DirectorChooser />
      <Shortcuts signOut={() => act(signOut)} />
      <div className="far">
        <ApiButton />
        {seesRuns && <Live />}
        <button type="button" popoverTarget="browser-settings" title={words.role(caller?.role ?? '')}>
          {caller?.user.username}
        </button>
        <button type="button" onClick={() => act(signOut)}>
          {words.signOut}
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
  const words = useMessages(frameWords);
  const state = useStreamState();
  useFollowedRuns();
  const isLive = state === 'live';
  return (
    <span
      className="state"
      data-look={isLive ? 'ok' : 'warn'}
      role="status"
      title={isLive ? words.liveHint : words.pollingHint}
    >
      <span aria-hidden="true">{isLive ? '●' : '○'}</span> {words[state]}
    </span>
  );
}
