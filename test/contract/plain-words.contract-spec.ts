import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import ts from 'typescript';

/** A text for users, at the place where it is written. */
interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/**
 * Phrases that a reader would stumble over, with what to write instead; CONTRIBUTING.md has the rules. Each is a whole phrase: letters
 * and hyphens around it make it another word. Add a phrase only where it has no other, good use.
 */
const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/tells?|told|telling/, 'report, return, show, notify, explain'],
  [/stands?|standing|stood/, 'is, is in, is listed'],
  [/lies?|lying/, 'is, is in, is stored'],
  [/(?:holds?|held|holding)(?! (?:(?:an?|the|this|its) )?(?:\w+ )?locks?\b)/, 'contain, store, keep, have, apply'],
  [/(?:an?|the|each|every|next|last|first|one|another|that|this|its|full|such) looks?/, 'check, poll'],
  [/looked (?:at|into)|at first sight|out of sight/, 'checked, read, found'],
  [/deeds?/, 'action'],
  [/wish(?:es|ed)?/, 'request'],
  [/orders(?! of magnitude)|(?:restore|media|run|device|job) order|an order(?! (?:of|by))/, 'request, command'],
  [/refusals?|(?<!connection (?:was )?)refused(?! the connection)/, 'error, rejected; a login fails'],
  [/log-ins?/, 'login'],
  [/feeds?|fed|feeders?/, 'sync, index'],
  [/tally|tallies|kept sums?/, 'rollup, counter'],
  [/weighed|far from (?:the |their |its )?usual/, 'compared, outlier'],
  [/anew/, 'again'],
  [/lest/, 'so that … not'],
  [/parted/, 'separated'],
  [/whoever|whatever|whosoever/, 'name the actor'],
  [/nobody|somebody|anybody/, 'name the actor'],
  [/(?:falls?|fell) short/, 'does not meet'],
  [/(?:of old|all the same)(?= *[.,;:)]|$)/, 'earlier, nevertheless'],
  [/for ever|in vain|in silence/, 'permanently, without effect, unnoticed'],
  [/at once/, 'immediately, at the same time'],
  [/(?:on|in|goes|go|went) (?:its|their|his|her|one's|the) way|by which way/, 'in progress, how'],
  [/on record/, 'recorded, stored'],
  [/at hand/, 'available'],
  [/mend(?:s|ed)?/, 'correct'],
  [/mark(?:ed)? as seen|no longer seen|seen by/, 'acknowledge'],
  [/out of (?:its|the|their) schedule/, 'schedule disabled'],
  [/(?:the|its|your) watch|watch over/, 'monitoring, alerts'],
  [/heard of/, 'recovered'],
  [/milder|graver|gravest/, 'less severe, more severe, most severe'],
  [/small letters?/, 'lowercase'],
  [/gone since/, 'deleted since'],
  [/not over yet/, 'unfinished'],
  [/comes? to lie/, 'is restored to'],
  [/really (?:cancel|revoke|remove|delete|end|purge|run|retry)/, 'the verb alone'],
  [/for your information/, 'info'],
  [/(?:1[0-2]|0?[1-9]):[0-5]\d ?[ap]m/, '24-hour time'],
  [/\w*(?:col|fav|behavi|hon|neighb|lab|rum)our\w*/, 'American spelling: -or'],
  [/(?:cancel|label|travel|model|signal|channel|level|tunnel)l(?:ed|ing)/, 'American spelling: one l'],
  [
    /(?:recogn|organ|initial|serial|author|summar|synchron|normal|optim|minim|maxim|final|special|custom|visual|priorit)is(?:e|es|ed|ing|ation)/,
    'American spelling: -ize',
  ],
  [
    /centres?|catalogues?|analys(?:e|ed|ing)|grey(?:ed)?|licences?|defences?|judgements?|whilst|learnt/,
    'American spelling',
  ],
];

const root = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

const whole = phrases.map(
  ([phrase, instead]) => [new RegExp(`(?<![\\w-])(?:${phrase.source})(?![\\w-])`, 'gi'), instead] as const,
);

/** `file:line "phrase": instead` of each phrase in the texts, but for inline code. */
function phrasesIn(texts: readonly Text[]): readonly string[] {
  return texts.flatMap(({ file, line, text }) => {
    const prose = text.replaceAll(/`[^`]*`/g, blank);
    return whole.flatMap(([phrase, instead]) =>
      [...prose.matchAll(phrase)].map(([found]) => `${file}:${line} "${found}": ${instead}`),
    );
  });
}

/** Lines of a document without code, comments and the targets of links. */
function markdownTexts(file: string): readonly Text[] {
  return read(file)
    .replaceAll(/^```.*?^```$|<!--.*?-->|`[^`]*`|\]\([^)]*\)/gms, blank)
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }));
}

/** Strings of a module of English texts. */
function englishTexts(file: string): readonly Text[] {
  const tree = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2023, true);
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      texts.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: node.text });
    }
    // Names of members and of codes are no texts.
    if (ts.isTypeNode(node)) return;
    if (ts.isPropertyAssignment(node)) visit(node.initializer);
    else if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) visit(node.expression);
    else if (ts.isBinaryExpression(node) && /^[!=]=/.test(node.operatorToken.getText())) return;
    else ts.forEachChild(node, visit);
  };
  for (const statement of tree.statements) if (!ts.isImportDeclaration(statement)) visit(statement);
  return texts;
}

/**
 * Sentences in the code of the server: errors, log lines, mails, the API document. What has no space between words is a name. Names in
 * quotes are not ours.
 */
function sentences(file: string): readonly Text[] {
  const tree = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2023, true);
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && sql.test(node.getText())) return;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && /[a-z] [a-z]/i.test(node.text)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      texts.push({ file, line: line + 1, text: node.text.replaceAll(/"[^"]*"/g, blank) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return texts;
}

const sql = /\b(?:SELECT|FROM|WHERE|JOIN|ORDER BY|UPDATE|DELETE|INSERT|VALUES|AS "\w+")/;
const isCode = (file: string): boolean => !file.endsWith('.spec.ts');

/** Titles, summaries and descriptions of the API document, which has each on a line of its own. */
function apiTexts(file: string): readonly Text[] {
  return read(file)
    .split('\n')
    .flatMap((line, index) => {
      const [, text] = /^\s*"(?:title|summary|description)": (".*"),?$/.exec(line) ?? [];
      return text === undefined ? [] : [{ file, line: index + 1, text: JSON.parse(text) as string }];
    });
}

const filesIn = (folder: string, ending: string, recursive: boolean): readonly string[] =>
  readdirSync(new URL(folder, root), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}${name}`);

const areas: readonly (readonly [area: string, texts: () => readonly Text[]])[] = [
  ['README, CONTRIBUTING and SECURITY', () => ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].flatMap(markdownTexts)],
  [
    'the settings, the change log and the files for Prometheus',
    () => ['.env.example', 'CHANGELOG.md', ...filesIn('deploy/', '.yml', true)].flatMap(markdownTexts),
  ],
  ['docs', () => filesIn('docs/', '.md', true).flatMap(markdownTexts)],
  ['the English texts of the page', () => filesIn('web/src/', 'messages.en.ts', true).flatMap(englishTexts)],
  ['the API document', () => apiTexts('openapi/openapi.json')],
  [
    'the errors, log lines and mails of the server',
    () => [...filesIn('src/', '.ts', true), ...filesIn('scripts/', '.js', false)].filter(isCode).flatMap(sentences),
  ],
];

test.each(areas)('%s: plain technical English, no phrase of the list', (_, texts) => {
  const all = texts();
  expect(all.length).toBeGreaterThan(100);
  expect(phrasesIn(all)).toEqual([]);
});

test('a phrase is found as a whole word in any letter case, and not in inline code', () => {
  const text = 'Whoever cancelled it withholds `whoever`; the standard Feed is held; it holds the lock.';
  expect(phrasesIn([{ file: 'a.md', line: 3, text }]).map((found) => found.replace(/(?<="): .*$/, ''))).toEqual([
    'a.md:3 "held"',
    'a.md:3 "Feed"',
    'a.md:3 "Whoever"',
    'a.md:3 "cancelled"',
  ]);
});
