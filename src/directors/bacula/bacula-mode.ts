import { type Welcome } from '../protocol/handshake.js';

/** Since this version a Director answers its status as JSON and rejects no option of `.api`. */
const firstWithJson = 13;

/** The form in which replies are read: with all signals, status as records. */
export function baculaMode({ version }: Welcome): string {
  return Number.parseInt(version, 10) >= firstWithJson ? '.api 2 api_opts=j' : '.api 2';
}
