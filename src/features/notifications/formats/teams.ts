import { type RenderedMessage, titleOf, type Tone } from './rendered-message.js';
import { clip } from './plain-text.js';

/**
 * Teams accepts messages of about 28 KB; some senders report rejections from 21 KB on. With these limits ours stay below 20 KB, at
 * three bytes for each UTF-16 unit.
 */
const limits = { title: 130, sentence: 300, sentences: 6, fact: 110, item: 120, logLine: 160, log: 1_200 } as const;

/** As many events of a summary as stay below the size of Teams. */
export const teamsListed = 20;

const styles: Readonly<Record<Tone, string>> = { ok: 'good', info: 'accent', warn: 'warning', bad: 'attention' };

/**
 * Body for a "when a webhook request is received" workflow of Teams: one Adaptive Card. Its texts are text runs, which know no
 * Markdown: a name can neither become a link nor a mention.
 */
export function teamsBody(message: RenderedMessage): object {
  return {
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: cardOf(message) },
    ],
  };
}

function cardOf(message: RenderedMessage): object {
  const title = clip(titleOf(message), limits.title);
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    speak: title,
    body: [
      {
        type: 'Container',
        style: styles[message.tone],
        bleed: true,
        items: [paragraph([run(title, { weight: 'bolder', size: 'medium' })])],
      },
      ...message.sentences.slice(0, limits.sentences).map((text) => paragraph([run(clip(text, limits.sentence))])),
      ...message.facts.map(({ label, text }) => fact(label, clip(text, limits.fact))),
      ...message.counts.map(({ text }) => paragraph([run(text, { weight: 'bolder' })], 'none')),
      ...itemsOf(message),
      ...logOf(message.log),
      paragraph([run(`Backup Console, ${message.time}`, { isSubtle: true, size: 'small' })]),
    ],
    actions: [{ type: 'Action.OpenUrl', title: message.page.label, url: message.page.url }],
  };
}

function itemsOf({ items, unlisted }: RenderedMessage): object[] {
  const lines = items.map((item, at) =>
    paragraph(
      [run(clip(titleOf(item), limits.item)), run(`  ${item.at}`, { isSubtle: true })],
      at === 0 ? 'medium' : 'small',
    ),
  );
  return unlisted > 0 ? [...lines, paragraph([run(`and ${unlisted} more`)], 'small')] : lines;
}

/** From the end, because the last lines matter most. */
function logOf(log: readonly string[]): object[] {
  const lines: string[] = [];
  let length = 0;
  for (const line of log.toReversed().map((each) => clip(each, limits.logLine))) {
    length += line.length;
    if (length > limits.log) break;
    lines.unshift(line);
  }
  const style = { fontType: 'monospace', size: 'small' };
  return lines.map((line, at) => paragraph([run(line, style)], at === 0 ? 'medium' : 'none'));
}

function fact(label: string, text: string): object {
  return paragraph([run(`${label}: `, { isSubtle: true }), run(text)], 'none');
}

function paragraph(inlines: readonly object[], spacing: 'none' | 'small' | 'medium' = 'medium'): object {
  return { type: 'RichTextBlock', spacing, inlines };
}

function run(text: string, style: Readonly<Record<string, string | boolean>> = {}): object {
  return { type: 'TextRun', text, ...style };
}
