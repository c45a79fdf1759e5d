import { capabilities, type Capability } from '../../src/domain/capabilities.js';
import { newTokenSecret } from '../../src/tokens/token-secret.js';
import { type AccessApp, baseUrl } from './access-app.js';
import { adminCookie, call, makePerson, makeToken } from './access-calls.js';

/** Somebody who asks, and what the contract lets them do. `stranger`: nobody, or a credential that is no longer good. */
export interface MatrixCaller {
  readonly name: string;
  readonly kind: 'stranger' | 'session' | 'token';
  readonly headers: Readonly<Record<string, string>>;
  readonly holds: ReadonlySet<Capability>;
  readonly isForeign?: true;
}

/** Written down anew from the contract instead of taken from the code, which is what is tested. */
const readonlyHolds: readonly Capability[] = [
  ...(['jobs:read', 'directors:read', 'media:read', 'stats:read', 'monitoring:read', 'notifications:read'] as const),
  ...(['restore:browse', 'tokens:own'] as const),
];
const operatorHolds: readonly Capability[] = [
  ...readonlyHolds,
  ...(['jobs:run', 'jobs:cancel', 'jobs:control', 'restore:run'] as const),
  ...(['directors:control', 'media:manage', 'monitoring:manage'] as const),
];
const holdsOf = { readonly: readonlyHolds, operator: operatorHolds, admin: capabilities };

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const stranger = (name: string, headers: Record<string, string>): MatrixCaller => ({
  ...{ name, kind: 'stranger', headers, holds: new Set() },
});

/** One person whose role's capabilities are set before each question. */
export class CustomCaller {
  private constructor(
    private readonly app: AccessApp,
    private readonly admin: string,
    private readonly cookie: string,
  ) {}

  static async make(app: AccessApp, admin: string): Promise<CustomCaller> {
    const body = { name: 'matrix', description: '', capabilities: [] };
    await call(app, 'POST', '/api/v1/admin/roles', { cookie: admin, body });
    return new CustomCaller(app, admin, (await makePerson(app, admin, 'cora', 'matrix')).cookie);
  }

  async holding(name: string, held: readonly Capability[]): Promise<MatrixCaller> {
    const options = { cookie: this.admin, body: { capabilities: held } };
    const answer = await call(this.app, 'PATCH', '/api/v1/admin/roles/matrix', options);
    if (answer.status !== 200) throw new Error(answer.text);
    return { name, kind: 'session', headers: { cookie: this.cookie }, holds: new Set(held) };
  }
}

/** Everybody of the matrix but the custom role's person. */
export async function matrixCallers(app: AccessApp, admin: string): Promise<readonly MatrixCaller[]> {
  return [...(await strangers(app, admin)), ...(await signedIn(app, admin))];
}

async function strangers(app: AccessApp, admin: string): Promise<MatrixCaller[]> {
  const revoked = await makeToken(app, admin);
  await call(app, 'DELETE', `/api/v1/tokens/${revoked.id}`, { cookie: admin });
  const expiring = await makeToken(app, admin, { expiresAt: new Date(app.clock.now().getTime() + 60_000) });
  app.clock.advance(60);
  const ended = await adminCookie(app);
  await call(app, 'POST', '/api/v1/auth/logout', { cookie: ended });
  return [
    stranger('nobody', {}),
    stranger('junk as token', bearer('svct_junk')),
    stranger('a token that was never given out', bearer(newTokenSecret())),
    stranger('a bad token beside a good cookie', { ...bearer(newTokenSecret()), cookie: admin }),
    stranger('a revoked token', bearer(revoked.plaintext)),
    stranger('an expired token', bearer(expiring.plaintext)),
    stranger('an ended session', { cookie: ended }),
    ...(await ofDisabledPeople(app, admin)),
  ];
}

async function ofDisabledPeople(app: AccessApp, admin: string): Promise<MatrixCaller[]> {
  const [owner, person, idler] = [
    await makePerson(app, admin, 'dora', 'admin'),
    await makePerson(app, admin, 'dirk', 'admin'),
    await makePerson(app, admin, 'ida', 'admin'),
  ];
  const token = await makeToken(app, owner.cookie);
  await call(app, 'PATCH', `/api/v1/admin/users/${owner.id}`, { cookie: admin, body: { disabled: true } });
  // Straight into the row: the session itself stays as it was, so that only the look at the person can refuse it.
  await app.database.query('UPDATE console_user SET disabled_at = now() WHERE id = $1', [person.id]);
  await app.database.query('UPDATE session SET idle_expires_at = $2 WHERE user_id = $1', [idler.id, app.clock.now()]);
  return [
    stranger("a disabled owner's token", bearer(token.plaintext)),
    stranger("a disabled person's session", { cookie: person.cookie }),
    stranger('a session left idle', { cookie: idler.cookie }),
  ];
}

async function signedIn(app: AccessApp, admin: string): Promise<MatrixCaller[]> {
  const callers: MatrixCaller[] = [];
  for (const role of ['readonly', 'operator', 'admin'] as const) {
    const { cookie } = await makePerson(app, admin, `matrix-${role}`, role);
    const holds = new Set(holdsOf[role]);
    const token = (await makeToken(app, cookie)).plaintext;
    callers.push({ name: `${role} by session`, kind: 'session', headers: { cookie, origin: baseUrl }, holds });
    callers.push({ name: `${role} by token`, kind: 'token', headers: bearer(token), holds });
    if (role === 'admin') callers.push(...foreign(cookie, token, holds));
  }
  return callers;
}

/** What a page of another origin can make a browser send: the cookie, never a bearer header it does not know. */
function foreign(cookie: string, token: string, holds: ReadonlySet<Capability>): MatrixCaller[] {
  const origin = 'https://elsewhere.example';
  const kind = 'session';
  return [
    { name: 'admin from a foreign origin', kind, headers: { cookie, origin }, holds, isForeign: true },
    {
      ...{ name: 'admin from a foreign site', kind, holds, isForeign: true },
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    },
    {
      ...{ name: 'admin by token with a foreign origin', kind: 'token', holds, isForeign: true },
      headers: { ...bearer(token), origin },
    },
  ];
}
