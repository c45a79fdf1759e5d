import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { isUnsafe } from '../../src/features/access/role.guard.js';
import { auditActions } from '../../src/features/audit/audit-actions.js';
import { auditedElsewhere, type AuditedRoute, auditedRoutes } from '../harness/fixtures/audited-routes.js';
import { liveOperations } from '../harness/fixtures/live-operations.js';

const page = readFileSync(new URL('../../docs/operate/audit-actions.md', import.meta.url), 'utf8');
const documented = [...page.matchAll(/^\| `([a-z_]+\.[a-z_.]+)`\s*\|/gm)].map(([, action]) => action);
const recordedBy = (route: AuditedRoute): readonly string[] => ('nothing' in route ? [] : route);

describe('what is written down', () => {
  test('is declared for every route that changes something, and for no other', async () => {
    const unsafe = (await liveOperations()).filter(({ method }) => isUnsafe(method));
    const routes = unsafe.map(({ method, path }) => `${method} /api/v1${path}`);
    expect(Object.keys(auditedRoutes).sort()).toEqual(routes.sort());
  });

  test('stands in docs/operate/audit-actions.md, each action of the program once and no other', () => {
    expect([...documented].sort()).toEqual([...auditActions].sort());
  });

  test('comes from some route, or it is said where else from', () => {
    const declared = new Set<string>(Object.values(auditedRoutes).flatMap(recordedBy));
    const others = auditActions.filter((action) => !declared.has(action));
    expect([...others].sort()).toEqual(Object.keys(auditedElsewhere).sort());
  });

  test('is told of a route, or why there is nothing to tell', () => {
    const silent = Object.values(auditedRoutes).filter((route) => recordedBy(route).length === 0);
    for (const route of silent) expect(route).toMatchObject({ nothing: expect.stringMatching(/\w+ \w+/) });
  });
});
