import { type Request } from 'express';
import { hideSecrets } from '../../../platform/logging/hidden-secrets.js';

const longest = 256;

/** What the caller's program calls itself: bounded, on one line and without pasted tokens, for it is stored and shown. */
export function userAgentOf(request: Request): string {
  const text = (request.get('user-agent') ?? '').replaceAll(/\p{Cc}/gu, ' ');
  return hideSecrets(text).slice(0, longest);
}
