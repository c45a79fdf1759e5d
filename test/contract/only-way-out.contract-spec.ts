import { expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';

interface ProjectConfig {
  readonly default: Linter.Config[];
}

const project = (await import(new URL('../../eslint.config.js', import.meta.url).href)) as ProjectConfig;

// As the project has it, but for the rules that want to know types: the way out is barred by what is written.
const untyped = [
  tseslint.configs.disableTypeChecked,
  { languageOptions: { parserOptions: { projectService: false, project: null } } },
] as Linter.Config[];

/** What bars the way in this code, by rule. */
function barred(code: string, file = 'web/src/runs/example.tsx'): readonly string[] {
  const said = new Linter().verify(code, [...project.default, ...untyped], { filename: file });
  const fatal = said.find(({ fatal: isFatal }) => isFatal);
  if (fatal) throw new Error(`${fatal.message} in ${code}`);
  return said.map(({ ruleId }) => ruleId ?? '').filter((rule) => rule.startsWith('no-restricted-'));
}

const address = "'/api/v1/operations/runs'";

test.each([
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
])('bars the way of a script: %s', (code) => {
  expect(barred(code)).not.toEqual([]);
});

test.each([
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
])('bars the way of an element: %s', (element) => {
  expect(barred(`export const Example = () => ${element};`)).not.toEqual([]);
});

test.each([
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
])('bars the way of the document: %s', (statement) => {
  expect(barred(statement)).not.toEqual([]);
});

test.each([
  `const path = ${address}; void api.GET(path);`,
  'void api.GET(`/api/v1/operations/runs/${id}`);',
  `void api.GET(('/api/v1/x') as never);`,
  `void api.POST('/api/v1/x' + id);`,
])('bars a path that the types of the document do not check: %s', (code) => {
  expect(barred(code)).not.toEqual([]);
});

test.each([
  `void ask((api) => api.GET('/api/v1/operations/runs/{jobId}', { params }));`,
  `type Query = paths['/api/v1/admin/audit']['get'];`,
  `const at = addressOf('/api/v1/admin/audit/export', { format: 'csv' });`,
  `export const Example = () => <a href="#/storage">x</a>;`,
  `export const Example = () => <form method="post" onSubmit={submit} />;`,
  `const Page = lazy(() => import('./welcome')); location.replace('#/'); location.reload();`,
  `const open = () => 1; open();`,
])('lets pass: %s', (code) => {
  expect(barred(code)).toEqual([]);
});

test('lets the client ask and the stream listen, and neither do anything else', () => {
  expect(barred(`fetch('x');`, 'web/src/api/ask.ts')).toEqual([]);
  expect(barred(`new EventSource('x');`, 'web/src/api/stream.ts')).toEqual([]);
  expect(barred(`new EventSource('x');`, 'web/src/api/ask.ts')).not.toEqual([]);
  expect(barred(`fetch('x');`, 'web/src/api/stream.ts')).not.toEqual([]);
  expect(barred(`fetch('x');`, 'web/src/api/session.ts')).not.toEqual([]);
});
