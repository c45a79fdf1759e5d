import { useState } from 'react';
import { useMessages } from '../i18n/messages';
import { fieldOf } from './form-field';

const dayMs = 86_400_000;
const lengths = { day: dayMs, days: 3 * dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;
type Choice = keyof typeof lengths | 'none' | 'date';

/** Until when, from now on, or at a date. */
export function UntilField({ mayBeOpen }: { readonly mayBeOpen: boolean }) {
  const messages = useMessages('expiry');
  const [choice, setChoice] = useState<Choice>(mayBeOpen ? 'none' : 'week');
  const choices: readonly Choice[] = [
    ...(mayBeOpen ? (['none'] as const) : []),
    'day',
    'days',
    'week',
    'month',
    'date',
  ];
  return (
    <>
      <label>
        {messages.until}
        <select name="until" value={choice} onChange={({ target }) => setChoice(target.value as Choice)}>
          {choices.map((one) => (
            <option key={one} value={one}>
              {messages.untils[one]}
            </option>
          ))}
        </select>
      </label>
      {choice === 'date' && (
        <label>
          {messages.date}
          <input type="datetime-local" name="date" required />
        </label>
      )}
    </>
  );
}

/** What the field says, as a time of the API; null for no end. */
export function untilOf(form: HTMLFormElement): string | null {
  const choice = fieldOf(form, 'until') as Choice;
  if (choice === 'none') return null;
  if (choice === 'date') return new Date(fieldOf(form, 'date')).toISOString();
  return new Date(Date.now() + lengths[choice]).toISOString();
}
