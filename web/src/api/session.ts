import { useEffect, useState } from 'react';
import { ask, Refused, type Schemas, whenRefused } from './request';
import { forgetAll } from './queries';
import { pauseRequests } from './request-gate';
import { forgetChosen } from '../components/recent-choices';

export type Identity = Schemas['Identity'];

const onSignedIn = new Set<() => void>();

/** Calls back after every sign-in, so that what failed for want of a session is asked again. */
export function whenSignedIn(listener: () => void): () => void {
  onSignedIn.add(listener);
  return () => void onSignedIn.delete(listener);
}

export interface SessionState {
  /** Undefined until the console has answered who is calling; null for nobody. */
  readonly identity: Identity | null | undefined;
  /** Somebody was signed in and is no longer: what is on the page stays behind the form. */
  readonly expired: boolean;
  readonly unreachable: boolean;
}

async function whoAmI(): Promise<Identity | null> {
  try {
    return await ask((api) => api.GET('/api/v1/auth/me'));
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return null;
    throw error;
  }
}

export async function signIn(username: string, password: string): Promise<void> {
  await ask((api) => api.POST('/api/v1/auth/login', { body: { username, password } }));
}

/**
 * The page begins anew, so that nothing of the session stays in it. What it asks meanwhile, and what it would ask by itself,
 * is held, so that nothing is refused for want of the session; where the session goes on, it is asked.
 */
export async function signOut(): Promise<void> {
  const goOn = pauseRequests();
  try {
    await ask((api) => api.POST('/api/v1/auth/logout'));
  } catch (error) {
    goOn();
    forgetAll();
    throw error;
  }
  forgetChosen();
  location.reload();
}

export function useSession(): SessionState & { readonly refresh: () => Promise<void> } {
  const [state, setState] = useState<SessionState>({ identity: undefined, expired: false, unreachable: false });
  const refresh = async () => {
    try {
      const identity = await whoAmI();
      setState({ identity, expired: false, unreachable: false });
      if (identity) for (const tell of onSignedIn) tell();
    } catch {
      setState((old) => ({ ...old, unreachable: true }));
    }
  };
  useEffect(() => {
    void refresh();
    return whenRefused((code) => {
      if (code === 'unauthenticated') setState((old) => ({ ...old, expired: Boolean(old.identity) }));
      if (code === 'missing_capability') void learnRights();
    });
  }, []);
  /** The role was changed meanwhile: what it lacks now is greyed at once. */
  const learnRights = async () => {
    const identity = await whoAmI().catch(() => null);
    if (identity) setState((old) => ({ ...old, identity }));
  };
  return { ...state, refresh };
}
