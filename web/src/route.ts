import { useSyncExternalStore } from 'react';

export interface Route {
  readonly view: string;
  readonly id: string;
  readonly query: URLSearchParams;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The view that the address names: `#/runs/7?…` is view `runs` with id `7`. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', id = ''] = path.split('/');
  return { view: view || 'jobs', id, query: new URLSearchParams(query) };
}

export function addressOf(view: string, id = '', query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString();
  return `#/${view}${id ? `/${id}` : ''}${text ? `?${text}` : ''}`;
}

export function goTo(address: string): void {
  location.hash = address;
}

/** Keeps a choice in the address without a new step in the history. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
