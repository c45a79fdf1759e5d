import { type RenderedMessage, type MessageItem, titleOf, type Tone } from './rendered-message.js';

/**
 * Limits from Slack's reference of Block Kit. `whole` is not documented: messages of more than some 13,000 characters are rejected
 * as `msg_blocks_too_long`; the limits of the message keep ours below 10,000.
 */
const limits = {
  header: 150,
  field: 220,
  text: 2_900,
  fieldsPerSection: 10,
  fallback: 500,
  sentences: 6,
  sentence: 450,
  log: 2_500,
} as const;

/** As many events of a summary as stay below Slack's size. */
export const slackListed = 20;

const signs: Readonly<Record<Tone, string>> = { ok: '🟢', info: '⚪', warn: '🟠', bad: '🔴' };

interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
  readonly emoji: false;
}

/** Body for an incoming webhook of Slack. Mentions and links are made of `<`, which no text of ours leaves unescaped. */
export function slackBody(message: RenderedMessage): object {
  return {
    text: escaped(`${signs[message.tone]} ${titleOf(message)}`, limits.fallback),
    blocks: [
      { type: 'header', text: plainText(`${signs[message.tone]} ${titleOf(message)}`, limits.header) },
      ...textSections(message.sentences.slice(0, limits.sentences).map((each) => escaped(each, limits.sentence))),
      ...factSections(message),
      ...textSections(message.counts.map(({ tone, text }) => `${signs[tone]} ${escaped(text, 100)}`)),
      ...textSections(itemLines(message)),
      ...logSection(message.log),
      { type: 'section', text: marked(`<${escaped(message.page.url, 2_800)}|${escaped(message.page.label, 60)}>`) },
      { type: 'context', elements: [plainText(`Backup Console, ${message.time}`, limits.field)] },
    ],
  };
}

/** `verbatim`: Slack makes no links or mentions of its own out of names. */
function marked(text: string): object {
  return { type: 'mrkdwn', text, verbatim: true };
}

function plainText(text: string, limit: number): PlainText {
  return { type: 'plain_text', text: escaped(text, limit), emoji: false };
}

function factSections({ facts }: RenderedMessage): object[] {
  const fields = facts.map(({ label, text }) => marked(`*${escaped(label, 60)}*\n${escaped(text, limits.field)}`));
  const sections: object[] = [];
  for (let at = 0; at < fields.length; at += limits.fieldsPerSection) {
    sections.push({ type: 'section', fields: fields.slice(at, at + limits.fieldsPerSection) });
  }
  return sections;
}

function itemLines({ items, unlisted }: RenderedMessage): string[] {
  const lines = items.map((item: MessageItem) => {
    return `${signs[item.tone]} ${escaped(titleOf(item), 180)} · ${escaped(item.at, 40)}`;
  });
  return unlisted > 0 ? [...lines, `and ${unlisted} more`] : lines;
}

/** The lines in as few sections as the limit allows. */
function textSections(lines: readonly string[]): object[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last === undefined || last.length + line.length + 1 > limits.text) texts.push(line);
    else texts[texts.length - 1] = `${last}\n${line}`;
  }
  return texts.map((text) => ({ type: 'section', text: marked(text) }));
}

/** From the end, because the last lines matter most. */
function logSection(log: readonly string[]): object[] {
  let text = '';
  for (const line of log.toReversed()) {
    const more = `${escaped(line.replaceAll('`', 'ˋ'), 600)}${text === '' ? '' : '\n'}${text}`;
    if (more.length > limits.log) break;
    text = more;
  }
  return text === '' ? [] : [{ type: 'section', text: marked(`\`\`\`${text}\`\`\``) }];
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** At most `limit` UTF-16 units after escaping, never cut within an escape; `-` if nothing is left, because Slack rejects empty texts. */
function escaped(text: string, limit: number): string {
  let result = '';
  for (const character of text) {
    const next = escapes[character] ?? character;
    if (result.length + next.length > limit - 1) return `${result}…`;
    result += next;
  }
  return result === '' ? '-' : result;
}
