import { expect, test } from '@jest/globals';
import { isPublicRoute, needsCredential } from './public-routes.js';

test.each(['login', 'one-time-link', 'one-time-link/check'].map((name) => `/api/v1/auth/${name}`))(
  'POST %s is public',
  (path) => {
    expect(isPublicRoute('POST', path)).toBe(true);
    expect(needsCredential('POST', path)).toBe(false);
  },
);

test.each([
  ['GET', '/api/v1/auth/login'],
  ['GET', '/api/v1/auth/one-time-link'],
  ['POST', '/api/v1/auth/one-time-link/'],
  ['GET', '/api/v1/auth/one-time-link/check'],
  ['POST', '/api/v1/auth/one-time-link/check/'],
  ['POST', '/api/v1/auth/login/'],
  ['POST', '/API/v1/auth/login'],
  ['POST', '/api/v1/auth/%6Cogin'],
  ['POST', '/api/v1//auth/login'],
  ['GET', '/api'],
  ['GET', '/api/v1'],
  ['GET', '/api/v1/auth/me'],
  ['GET', '/Api/V1/auth/me'],
  ['GET', '//api/v1/auth/me'],
  ['GET', '/./api/v1/auth/me'],
  ['GET', '/healthz/../api/v1/auth/me'],
  ['GET', '/%61pi/v1/auth/me'],
  ['GET', '/%2561pi/v1/auth/me'],
  ['GET', '/api%2fv1/auth/me'],
  ['GET', '/\\api\\v1'],
  ['GET', '/api/v1/%ZZ'],
])('%s %s needs a credential', (method, path) => {
  expect(needsCredential(method, path)).toBe(true);
});

test.each(['/', '/healthz', '/readyz', '/apiary', '/documents', '/%ZZ', '*', ''])('%j needs none', (path) => {
  expect(needsCredential('GET', path)).toBe(false);
});
