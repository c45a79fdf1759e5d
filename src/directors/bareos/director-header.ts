import { Refusal } from '../../domain/errors.js';
import { type LocalTime, momentOfLocal } from '../../platform/local-times.js';
import { textIn } from './answer-fields.js';
import { directorHeader } from './bareos-commands.js';
import { asFault, type BareosConsole, resultOf } from './bareos-console.js';
import { type Fields, fieldsOf } from './json-reply.js';
import { permits, type Permissions } from './permissions.js';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const startForm = /\b(\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2})/;

/** When the Director started, to the minute: as JSON where it has that, else from the text for people. */
export async function readStart(console: BareosConsole, permissions: Permissions): Promise<Date> {
  const { name, timezone } = console.settings;
  const command = directorHeader(permits(permissions, '.status'));
  const text = permissions.tellsStatus
    ? startedIn(
        resultOf(
          name,
          await console.json(command).catch(asFault),
          `Director ${name} returned no status and gave no reason.`,
        ),
      )
    : await console.text(command).catch(asFault);
  const started = startOf(text, timezone);
  if (started === null) throw new Refusal('director_error', `Director ${name} did not report its start time.`);
  return started;
}

function startedIn(result: Fields): string {
  return textIn(fieldsOf(result['header']) ?? result, 'daemon_started') ?? '';
}

/** `20-Nov-26 20:33` of the Director's clocks, the first in the text; null where there is none. */
export function startOf(text: string, timezone: string): Date | null {
  const [, day, month = '', year, hour, minute] = startForm.exec(text.slice(0, 10_000)) ?? [];
  if (!months.includes(month)) return null;
  const local: LocalTime = {
    year: 2000 + Number(year),
    month: months.indexOf(month) + 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: 0,
  };
  return momentOfLocal(local, timezone);
}
