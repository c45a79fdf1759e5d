import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

interface Finding {
  readonly code?: string;
  readonly message: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

const root = join(import.meta.dirname, '../../..');

const address = "'/api/v1/operations/runs'";

const scripts = [
  `fetch(${address});`,
  `void window.fetch(${address});`,
  `void globalThis['fetch'](${address});`,
  `void self.fetch(${address});`,
  `void document.defaultView.fetch(${address});`,
  `const { fetch: go } = window; void go('x');`,
  `const name = 'fetch'; window[name]('x');`,
  `new XMLHttpRequest();`,
  `new window.XMLHttpRequest();`,
  `new EventSource('x');`,
  `new globalThis.EventSource('x');`,
  `new WebSocket('wss://x');`,
  `new self.WebSocket('wss://x');`,
  `new WebTransport('https://x');`,
  `navigator.sendBeacon('x');`,
  `window.navigator.sendBeacon('x');`,
  `void navigator.serviceWorker.register('x');`,
  `new Worker('x');`,
  `new SharedWorker('x');`,
  `new Image().src = 'x';`,
  `window.open('x');`,
  `open('x');`,
  `void import('https://example.org/x.js');`,
  `void import('//example.org/x.js');`,
  `void import('/api/v1/x');`,
  `const url = 'x'; void import(url);`,
  `import x from 'https://example.org/x.js'; x();`,
  `import createClient from 'openapi-fetch'; createClient();`,
  `import { base } from '../api/ask'; export const x = <a href={at(base)} />;`,
  `import { apiRoot } from '../api/address'; export const x = <a href={at(apiRoot)} />;`,
  `export const at = document.baseURI;`,
];

const elements = [
  `<form action="/api/v1/auth/logout" method="post" />`,
  `<form action={where} />`,
  `<button formAction={where} />`,
  `<a download href="/api/v1/admin/audit/export">x</a>`,
  `<a href="api/v1/admin/audit/export">x</a>`,
  '<a href={`/api/v1/operations/runs/${id}/log`}>x</a>',
  '<a href={`${where}/runs`}>x</a>',
  `<a href={where + '/runs'}>x</a>`,
  `<a href="https://example.org">x</a>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<a href="#/" ping={where}>x</a>`,
  `<img src="/api/v1/picture" />`,
  `<img src={where} />`,
  `<iframe src={where} />`,
  `<object data={where} />`,
  `<video poster={where} />`,
  `<link rel="stylesheet" href={where} />`,
  `<script src={where} />`,
  `<style>{where}</style>`,
  `<div dangerouslySetInnerHTML={{ __html: where }} />`,
];

const statements = [
  `element.src = where;`,
  `element.innerHTML = where;`,
  `element.setAttribute('src', where);`,
  `document.write(where);`,
  `link.href = ${address};`,
  'link.href = `${where}/x`;',
  `location.href = '/docs';`,
  `location.assign(where);`,
  `location.replace('/docs');`,
  `location = where;`,
];

const uncheckedPaths = [
  `const path = ${address}; void api.GET(path);`,
  'void api.GET(`/api/v1/operations/runs/${id}`);',
  `void api.GET(('/api/v1/x') as never);`,
  `void api.POST('/api/v1/x' + id);`,
];

const allowed = [
  `void ask((api) => api.GET('/api/v1/operations/runs/{jobId}', { params }));`,
  `type Query = paths['/api/v1/admin/audit']['get'];`,
  `const at = addressOf('/api/v1/admin/audit/export', { format: 'csv' });`,
  `export const Example = () => <a href="#/storage">x</a>;`,
  `export const Example = () => <form method="post" onSubmit={submit} />;`,
  `const Page = lazy(() => import('./welcome')); location.replace('#/'); location.reload();`,
  `const open = () => 1; open();`,
];

const componentOf = (element: string) => `export const Example = () => ${element};`;
/** Each line of code in a file of its own, lest one hides another. */
const examples = [...scripts, ...elements.map(componentOf), ...statements, ...uncheckedPaths, ...allowed];
const pathOf = (code: string) => `web/src/features/runs/example-${examples.indexOf(code)}.tsx`;
const barred = lint(
  new Map([
    ...examples.map((code) => [pathOf(code), code] as const),
    ['web/src/api/request.ts', `fetch('x');\nnew EventSource('x');`],
    ['web/src/api/stream.ts', `new EventSource('x');\nfetch('x');`],
    ['web/src/api/session.ts', `fetch('x');`],
  ]),
);

/** The lines that the project's rules on the way out bar, by file. */
function lint(files: ReadonlyMap<string, string>): ReadonlyMap<string, readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backup-console-lint-'));
  try {
    for (const rules of ['.oxlintrc.json', 'scripts/lint-rules.js', 'web/only-way-out.js'])
      cpSync(join(root, rules), join(folder, rules));
    for (const [path, code] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    const oxlint = join(root, 'node_modules/.bin/oxlint');
    const { stdout } = spawnSync(oxlint, ['--format', 'json', 'web/src'], { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Finding[] };
    const broken = diagnostics.find(({ code }) => code === undefined);
    if (broken) throw new Error(`${broken.message} in ${files.get(broken.filename)}`);
    const bars = diagnostics.filter(({ code }) => /no-restricted-|^console\(/.test(code!));
    const linesIn = (path: string) => bars.filter(({ filename }) => filename === path).map(lineOf);
    return new Map([...files.keys()].map((path) => [path, [...new Set(linesIn(path))]]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lineOf({ labels }: Finding): number {
  return labels[0]!.span.line;
}

test.each(scripts)('bars the way of a script: %s', (code) => {
  expect(barred.get(pathOf(code))).not.toEqual([]);
});

test.each(elements)('bars the way of an element: %s', (element) => {
  expect(barred.get(pathOf(componentOf(element)))).not.toEqual([]);
});

test.each(statements)('bars the way of the document: %s', (statement) => {
  expect(barred.get(pathOf(statement))).not.toEqual([]);
});

test.each(uncheckedPaths)('bars a path that the types of the document do not check: %s', (code) => {
  expect(barred.get(pathOf(code))).not.toEqual([]);
});

test.each(allowed)('lets pass: %s', (code) => {
  expect(barred.get(pathOf(code))).toEqual([]);
});

test('lets the client ask and the stream listen, and neither do anything else', () => {
  expect(barred.get('web/src/api/request.ts')).toEqual([2]);
  expect(barred.get('web/src/api/stream.ts')).toEqual([2]);
  expect(barred.get('web/src/api/session.ts')).toEqual([1]);
});
