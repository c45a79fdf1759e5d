import { createContext, useContext } from 'react';
import { useMessages } from '../i18n/messages';
import { type Identity } from './session';

export type Capability = Identity['capabilities'][number];

/** Who is signed in; null outside the frame. */
export const CallerContext = createContext<Identity | null>(null);

/** Null where the caller has all of these; else the sentence that names the first that is missing. */
export function usePermissionError(...needed: readonly Capability[]): string | null {
  const caller = useContext(CallerContext);
  const messages = useMessages('common');
  const missing = needed.find((capability) => !caller?.capabilities.includes(capability));
  return missing === undefined ? null : messages.lacks(caller?.role ?? '', missing);
}
