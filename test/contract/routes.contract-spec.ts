import { readFileSync } from 'node:fs';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { publicRouteKey, requiredCapabilityKey } from '../../src/http/access.decorators.js';
import { documentFile } from '../../src/http/openapi/openapi.controller.js';
import { startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { liveRoutes } from '../harness/fixtures/live-routes.js';

/** Everything else that is served: internal groups of the API, and what stands outside it. */
const internal = [
  /^\/api\/v1\/admin\//,
  /^\/api\/v1\/directors\/\{name\}\/console$/,
  /^\/assets\//,
  /^\/$/,
  /^\/(healthz|readyz)$/,
  /^\/docs(\/|$)/,
];

const written = JSON.parse(readFileSync(documentFile, 'utf8')) as { paths: Record<string, Record<string, unknown>> };
let app: TestConsole;

beforeAll(async () => {
  app = await startTestConsole();
});

afterAll(() => app.close());

function handlers(): { readonly name: string; readonly places: readonly object[] }[] {
  const controllers = [...app.running.app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers.flatMap(({ metatype }) => {
    const type = metatype as { readonly name: string; readonly prototype: Record<string, object> };
    return Object.getOwnPropertyNames(type.prototype)
      .filter((key) => key !== 'constructor')
      .map((key) => ({ name: `${type.name}.${key}`, places: [type.prototype[key], type] as object[] }))
      .filter(({ places: [handler] }) => handler !== undefined && Reflect.hasMetadata(PATH_METADATA, handler));
  });
}

describe('the running routes', () => {
  test('stand in the document or in an internal group', () => {
    const documented = new Set(
      Object.entries(written.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    );
    const routes = liveRoutes(app.running.app);
    expect(routes.length).toBeGreaterThan(documented.size);
    const strangers = routes.filter(
      (route) => !documented.has(route) && !internal.some((group) => group.test(route.split(' ')[1]!)),
    );
    expect(strangers).toEqual([]);
    expect([...documented].filter((route) => !routes.includes(route))).toEqual([]);
  });

  test('are all that the document for the page names', () => {
    const console = JSON.parse(
      readFileSync(new URL('../../openapi/console.json', import.meta.url), 'utf8'),
    ) as typeof written;
    const routes = liveRoutes(app.running.app);
    const named = Object.entries(console.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(named).toContain('GET /healthz');
    expect(named.filter((route) => !routes.includes(route))).toEqual([]);
  });

  test('each declare what they need', () => {
    const all = handlers();
    expect(all.length).toBeGreaterThan(30);
    const undeclared = all.filter(
      ({ places }) =>
        !places.some((place) => [requiredCapabilityKey, publicRouteKey].some((key) => Reflect.hasMetadata(key, place))),
    );
    expect(undeclared.map(({ name }) => name)).toEqual([]);
  });
});
