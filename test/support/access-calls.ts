import { request } from 'node:http';
import { type AccessApp, adminPassword } from './access-app.js';
import { checkAgainstDocument } from './document-check.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; an empty object where there is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Call {
  readonly token?: string;
  readonly cookie?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request as a program would send it: with fetch, which adds no browser headers. */
export async function call(app: AccessApp, method: string, path: string, options: Call = {}): Promise<Answer> {
  const { token, cookie, body, headers } = options;
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const contentType = response.headers.get('content-type');
  if (path.startsWith('/api/v1/')) checkAgainstDocument({ method, path, status: response.status, contentType, text });
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body'];
  } catch {
    return {};
  }
}

/** The rows of a list. */
export function itemsOf(answer: Answer): Readonly<Record<string, unknown>>[] {
  return answer.body['items'] as Readonly<Record<string, unknown>>[];
}

/** A request whose path and headers are sent exactly as given, which fetch would tidy or refuse. */
export function rawCall(
  app: AccessApp,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}

export function logIn(app: AccessApp, username: string, password: string, options: Call = {}): Promise<Answer> {
  return call(app, 'POST', '/api/v1/auth/login', { ...options, body: { username, password } });
}

/** `name=value` of the cookie that an answer sets. */
export function cookieOf(answer: Answer): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Signs the admin in; answers the cookie. */
export async function adminCookie(app: AccessApp): Promise<string> {
  return cookieOf(await logIn(app, 'admin', adminPassword));
}

export const password = 'a password for tests';

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly cookie: string;
}

/** Creates a person of a role and signs them in. */
export async function makePerson(app: AccessApp, admin: string, username: string, role: string): Promise<Person> {
  const created = await call(app, 'POST', '/api/v1/admin/users', { cookie: admin, body: { username, password, role } });
  const cookie = cookieOf(await logIn(app, username, password));
  return { id: String(created.body['id']), username, cookie };
}

export interface Token {
  readonly id: string;
  readonly plaintext: string;
}

/** Creates a token of whoever the cookie stands for. */
export async function makeToken(app: AccessApp, cookie: string, members: object = {}): Promise<Token> {
  const created = await call(app, 'POST', '/api/v1/tokens', { cookie, body: { name: 'ci', ...members } });
  return { id: String(created.body['id']), plaintext: String(created.body['plaintext']) };
}
