import { createContext, useContext } from 'react';
import { commonWords } from '../i18n/common.messages';
import { useMessages } from '../i18n/messages';
import { type Identity } from './session';

export type Capability = Identity['capabilities'][number];

/** Who is signed in; null outside the frame. */
export const CallerContext = createContext<Identity | null>(null);

/** Null where the caller has all of these; else the sentence that names the first that is missing. */
export function usePermissionError(...needed: readonly Capability[]): string | null {
  const caller = useContext(CallerContext);
  const words = useMessages(commonWords);
  const missing = needed.find((capability) => !caller?.capabilities.includes(capability));
  return missing === undefined ? null : words.lacks(caller?.role ?? '', missing);
}
