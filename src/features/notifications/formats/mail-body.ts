import { type RenderedMessage, type MessageItem, titleOf } from './rendered-message.js';
import { wrap } from './plain-text.js';

const width = 72;

/** The text part of a mail: 72 columns, addresses whole on lines of their own. */
export function mailText(message: RenderedMessage): string {
  const parts = [
    wrap(titleOf(message), width),
    ...message.sentences.map((sentence) => wrap(sentence, width)),
    factLines(message),
    message.counts.flatMap(({ text }) => bullet(text)),
    itemLines(message),
    logLines(message),
    [`${message.page.label}:`, message.page.url],
    // "-- " begins a signature, which mail programs fold away and leave out of answers.
    ['-- ', ...wrap(`Backup Console, ${message.time}. ${unsubscribeHint}`, width)],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Columns stay where a line fits. */
function logLines({ printedLog }: RenderedMessage): string[] {
  const indented = (line: string): string[] => (line.length <= width - 2 ? [`  ${line}`] : wrap(line, width, '  '));
  return printedLog.length > 0 ? ['Last lines of the log:', ...printedLog.flatMap(indented)] : [];
}

/** The last sentence of each mail. */
const unsubscribeHint =
  'You are receiving this email because your address is in a notification channel of Backup Console.';

function factLines({ facts }: RenderedMessage): string[] {
  const column = Math.max(0, ...facts.map(({ label }) => label.length)) + 3;
  return facts.flatMap(({ label, text }) => {
    const [first = '', ...rest] = wrap(text, width - column);
    const indent = ' '.repeat(column);
    return [`${`${label}:`.padEnd(column)}${first}`, ...rest.map((line) => `${indent}${line}`)];
  });
}

function itemLines({ items, unlisted }: RenderedMessage): string[] {
  const lines = items.flatMap((item) => [...bullet(titleOf(item)), `  ${item.at}`]);
  return unlisted > 0 ? [...lines, ...bullet(`and ${unlisted} more`)] : lines;
}

function bullet(text: string): string[] {
  return wrap(text, width, '  ').map((line, at) => (at === 0 ? `- ${line.slice(2)}` : line));
}

/**
 * Mail programs know tables and styles on the element; some know `prefers-color-scheme`, some turn colors by themselves. So
 * every element carries its light style, and one style sheet in the head turns it dark where it is understood. Nothing is
 * fetched from anywhere.
 */
const colors = {
  ground: ['#f3f4f5', '#16181a'],
  paper: ['#ffffff', '#1d2022'],
  text: ['#1c1f22', '#e4e6e8'],
  quiet: ['#5a6168', '#a2a9b0'],
  line: ['#dddfe1', '#34383c'],
  code: ['#f6f7f8', '#16181a'],
  button: ['#2a2e32', '#dfe2e5'],
  onButton: ['#ffffff', '#16181a'],
  ok: ['#1a6e35', '#6cc385'],
  info: ['#5a6168', '#a2a9b0'],
  warn: ['#8a5300', '#e2ab54'],
  bad: ['#b01e1e', '#ff8f87'],
} as const;

const darkSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:${colors.ground[1]}!important}
.paper{background:${colors.paper[1]}!important;border-color:${colors.line[1]}!important}
.text{color:${colors.text[1]}!important}
.quiet{color:${colors.quiet[1]}!important}
.line{border-color:${colors.line[1]}!important}
.code{background:${colors.code[1]}!important;color:${colors.text[1]}!important;border-color:${colors.line[1]}!important}
.button{background:${colors.button[1]}!important}
.on-button{color:${colors.onButton[1]}!important}
${(['ok', 'info', 'warn', 'bad'] as const).map((tone) => `.${tone}{color:${colors[tone][1]}!important}.bar-${tone}{background:${colors[tone][1]}!important}`).join('\n')}
}`;

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const mono = "font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** The HTML part of a mail: 600 pixels wide, narrower on a phone, every value escaped. */
export function mailHtml(message: RenderedMessage, subject: string): string {
  const rows = [
    headRow(message),
    sentenceRow(message),
    factRow(message),
    countRow(message),
    itemRow(message),
    logRow(message),
  ];
  const body = [...rows, buttonRow(message)].join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${darkSheet}</style></head>
<body class="ground" style="margin:0;padding:0;background:${colors.ground[0]}">
<table ${table} width="100%" class="ground" style="background:${colors.ground[0]}"><tr><td align="center" style="padding:24px 12px">
<table ${table} width="600" class="paper" style="width:100%;max-width:600px;background:${colors.paper[0]};border:1px solid ${colors.line[0]};border-radius:6px">
<tr><td class="bar-${message.tone}" style="height:4px;line-height:4px;font-size:0;background:${colors[message.tone][0]};border-radius:6px 6px 0 0">&nbsp;</td></tr>
${body}</table>
<p class="quiet" style="margin:16px auto 0;max-width:560px;${font};font-size:12px;line-height:18px;color:${colors.quiet[0]}">Backup Console, ${escaped(message.time)}. ${unsubscribeHint}</p>
</td></tr></table></body></html>
`;
}

/** One part of the letter; nothing where it is empty. */
function row(content: string, padding = '0 24px 16px'): string {
  return content === '' ? '' : `<tr><td style="padding:${padding}">${content}</td></tr>\n`;
}

function headRow({ tone, state, headline }: RenderedMessage): string {
  const word = `<p class="${tone}" style="margin:0 0 4px;${font};font-size:13px;line-height:18px;font-weight:700;letter-spacing:.04em;color:${colors[tone][0]}">${escaped(state)}</p>`;
  const title = `<h1 class="text" style="margin:0;${font};font-size:20px;line-height:28px;font-weight:600;color:${colors.text[0]};word-break:break-word">${escaped(capital(headline))}</h1>`;
  return row(`${word}${title}`, '20px 24px 12px');
}

function sentenceRow({ sentences }: RenderedMessage): string {
  return row(sentences.map((sentence) => paragraph(escaped(sentence))).join(''), '0 24px 8px');
}

function factRow({ facts }: RenderedMessage): string {
  const cell = `padding:3px 0;${font};font-size:14px;line-height:20px;vertical-align:top`;
  const rows = facts.map(({ label, text }) => {
    const name = `<td class="quiet" style="${cell};width:128px;padding-right:12px;color:${colors.quiet[0]}">${escaped(label)}</td>`;
    return `<tr>${name}<td class="text" style="${cell};color:${colors.text[0]};word-break:break-word">${escaped(text)}</td></tr>`;
  });
  return row(rows.length === 0 ? '' : `<table ${table} width="100%">${rows.join('')}</table>`);
}

function countRow({ counts }: RenderedMessage): string {
  const lines = counts.map(({ tone, text }) => {
    return `<p class="${tone}" style="margin:0 0 4px;${font};font-size:14px;line-height:20px;font-weight:600;color:${colors[tone][0]}">${escaped(text)}</p>`;
  });
  return row(lines.join(''));
}

function itemRow({ items, unlisted }: RenderedMessage): string {
  const rows = items.map(itemOf).join('');
  const more = unlisted > 0 ? paragraph(`and ${unlisted} more`, 'margin:8px 0 0') : '';
  return row(rows === '' ? '' : `<table ${table} width="100%">${rows}</table>${more}`);
}

function itemOf({ tone, state, headline, at, url }: MessageItem): string {
  const cell = `padding:6px 0;${font};font-size:14px;line-height:20px;vertical-align:top;border-top:1px solid ${colors.line[0]}`;
  const word = `<td class="${tone} line" style="${cell};width:84px;padding-right:12px;font-size:12px;font-weight:700;color:${colors[tone][0]}">${escaped(state)}</td>`;
  const link = `<a href="${escaped(url)}" class="text" style="color:${colors.text[0]}">${escaped(capital(headline))}</a>`;
  const time = `<br><span class="quiet" style="font-size:12px;color:${colors.quiet[0]}">${escaped(at)}</span>`;
  return `<tr>${word}<td class="line" style="${cell};word-break:break-word">${link}${time}</td></tr>`;
}

function logRow({ printedLog }: RenderedMessage): string {
  if (printedLog.length === 0) return '';
  const lines = printedLog
    .map((line) => `<div style="padding-left:16px;text-indent:-16px;white-space:pre-wrap">${escaped(line)}</div>`)
    .join('');
  const title = paragraph('Last lines of the log', 'margin:0 0 6px', 'quiet');
  return row(
    `${title}<div class="code" style="padding:10px 12px;${mono};font-size:12px;line-height:18px;background:${colors.code[0]};color:${colors.text[0]};border:1px solid ${colors.line[0]};border-radius:4px;word-break:break-word">${lines}</div>`,
  );
}

function buttonRow({ page }: RenderedMessage): string {
  return row(
    `<table ${table}><tr><td class="button" style="border-radius:4px;background:${colors.button[0]}"><a href="${escaped(page.url)}" class="on-button" style="display:inline-block;padding:10px 18px;${font};font-size:14px;line-height:20px;font-weight:600;text-decoration:none;color:${colors.onButton[0]}">${escaped(page.label)}</a></td></tr></table>`,
    '4px 24px 24px',
  );
}

function paragraph(html: string, margin = 'margin:0 0 8px', kind: 'text' | 'quiet' = 'text'): string {
  const color: Readonly<Record<typeof kind, string>> = { text: colors.text[0], quiet: colors.quiet[0] };
  return `<p class="${kind}" style="${margin};${font};font-size:14px;line-height:21px;color:${color[kind]};word-break:break-word">${html}</p>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
