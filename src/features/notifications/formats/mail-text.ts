import { type Letter, titleOf } from './rendered-message.js';
import { wrap } from './plain-text.js';

const width = 72;

/** The text part of a mail: 72 columns, addresses whole on lines of their own. */
export function mailText(letter: Letter): string {
  const parts = [
    wrap(titleOf(letter), width),
    ...letter.sentences.map((sentence) => wrap(sentence, width)),
    factLines(letter),
    letter.counts.flatMap(({ text }) => bullet(text)),
    itemLines(letter),
    logLines(letter),
    [`${letter.page.label}:`, letter.page.url],
    // "-- " begins a signature, which mail programs fold away and leave out of answers.
    ['-- ', ...wrap(`Backup Console, ${letter.time}. ${whyYou}`, width)],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Columns stay where a line fits. */
function logLines({ printedLog }: Letter): string[] {
  const indented = (line: string): string[] => (line.length <= width - 2 ? [`  ${line}`] : wrap(line, width, '  '));
  return printedLog.length > 0 ? ['Last lines of the log:', ...printedLog.flatMap(indented)] : [];
}

/** The last sentence of each mail. */
export const whyYou =
  'You are receiving this email because your address is in a notification channel of Backup Console.';

function factLines({ facts }: Letter): string[] {
  const column = Math.max(0, ...facts.map(({ label }) => label.length)) + 3;
  return facts.flatMap(({ label, text }) => {
    const [first = '', ...rest] = wrap(text, width - column);
    const indent = ' '.repeat(column);
    return [`${`${label}:`.padEnd(column)}${first}`, ...rest.map((line) => `${indent}${line}`)];
  });
}

function itemLines({ items, unlisted }: Letter): string[] {
  const lines = items.flatMap((item) => [...bullet(titleOf(item)), `  ${item.at}`]);
  return unlisted > 0 ? [...lines, ...bullet(`and ${unlisted} more`)] : lines;
}

function bullet(text: string): string[] {
  return wrap(text, width, '  ').map((line, at) => (at === 0 ? `- ${line.slice(2)}` : line));
}
