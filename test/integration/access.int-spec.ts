import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { LoginAddresses } from '../../src/features/access/known-addresses.repository.js';
import { LoginThrottleService } from '../../src/features/access/login-throttle.service.js';
import { LoginThrottlesRepository } from '../../src/features/access/login-throttle.repository.js';
import { AuditRecorder } from '../../src/features/audit/audit-recorder.js';
import { AuditRecordsRepository } from '../../src/features/audit/audit-records.repository.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { TokenEntity } from '../../src/features/access/tokens/token.entity.js';
import { TokensRepository } from '../../src/features/access/tokens/tokens.repository.js';
import { FirstAdmin } from '../../src/features/access/users/first-admin.js';
import { NewPasswords } from '../../src/features/access/users/new-password.js';
import { PasswordHasher } from '../../src/features/access/users/password-hasher.js';
import { UserEntity } from '../../src/features/access/users/user.entity.js';
import { UsersRepository } from '../../src/features/access/users/users.repository.js';
import { makeUser, openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { until } from '../harness/fixtures/until.js';

let database: DataSource;
let unitOfWork: UnitOfWork;
let users: UsersRepository;
const clock = new FakeClock();
const revoker = (name: string) =>
  ({ kind: 'session', id: null, name, role: null, tokenId: null, sessionId: null }) as const;

beforeAll(async () => {
  database = await openConsoleDatabase();
  unitOfWork = new UnitOfWork(database);
  users = new UsersRepository(database);
});

afterAll(async () => {
  await database.destroy();
});

beforeEach(async () => {
  await database.query(
    'TRUNCATE console_user, one_time_link, session, saved_filter, known_address, api_token, login_throttle, audit_record',
  );
});

async function addUser(members: Partial<UserEntity> = {}): Promise<UserEntity> {
  const user = makeUser(members);
  await database.getRepository(UserEntity).insert(user);
  return user;
}

/** Lowers an admin as long as another one is left; answers whether it did. */
function lower(id: string, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<boolean> {
  return unitOfWork.run(async (transaction) => {
    const admins = await users.lockEnabledAdmins(transaction);
    await meanwhile();
    if (admins.length === 1 && admins[0] === id) return false;
    await users.update(transaction, id, { role: 'readonly' });
    return true;
  });
}

describe('the last admin', () => {
  test('stays when two transactions each take one of two away at the same time', async () => {
    const [a, b] = [await addUser({ role: 'admin' }), await addUser({ role: 'admin' })];
    let second: Promise<boolean> | undefined;
    const first = await lower(a.id, async () => {
      second = lower(b.id);
      await waitForLock();
    });
    expect([first, await second]).toEqual([true, false]);
  });

  test('is looked for among those who can sign in', async () => {
    const a = await addUser({ role: 'admin' });
    await addUser({ role: 'admin', disabledAt: clock.now() });
    expect(await lower(a.id)).toBe(false);
  });
});

/** Until some other transaction of this database waits for a lock. */
async function waitForLock(): Promise<void> {
  await until(async () => {
    const rows: unknown[] = await database.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });
}

describe('FirstAdmin', () => {
  const admin = () => {
    const audit = new AuditRecorder(new AuditRecordsRepository(database), clock);
    const passwords = new NewPasswords(new PasswordHasher(), { baseUrl: 'http://console.example' });
    return new FirstAdmin(users, passwords, audit, unitOfWork, clock);
  };

  test('is made once by replicas that start together, with a password that is told to one of them', async () => {
    const results = await Promise.all([1, 2, 3].map(() => admin().ensureFirstAdmin({ adminPassword: null })));
    const made = results.filter((result) => result.created);
    expect(made).toHaveLength(1);
    expect(made[0]?.generatedPassword).toMatch(/^\w{24}$/);
    const user = await users.findByUsername('Admin');
    expect(await new PasswordHasher().verify(user?.passwordHash ?? null, made[0]?.generatedPassword ?? '')).toBe(true);
  });

  test('is not made where its generated password cannot be kept first', async () => {
    const full = (): never => {
      throw new Error('No space left on device');
    };
    await expect(admin().ensureFirstAdmin({ adminPassword: null }, full)).rejects.toThrow('No space left');
    expect(await users.findByUsername('admin')).toBeNull();
  });

  test('is not made while there is an admin of whatever name', async () => {
    await addUser({ role: 'admin', username: 'ada' });
    expect(await admin().ensureFirstAdmin({ adminPassword: 'correct horse battery' })).toEqual({ created: false });
  });

  test('is not made with a password that nobody else might have', async () => {
    const refused = admin().ensureFirstAdmin({ adminPassword: 'aaaaaaaaaaaaaaaa' });
    await expect(refused).rejects.toThrow('ADMIN_PASSWORD: The password must have at least four different characters.');
    expect(await users.findByUsername('admin')).toBeNull();
  });

  test('takes a given password and tells none', async () => {
    const made = await admin().ensureFirstAdmin({ adminPassword: 'correct horse battery' });
    expect(made).toEqual({ created: true, isEasilyGuessed: false });
  });

  test('takes one that is easily guessed, as earlier versions did, and says so', async () => {
    const made = await admin().ensureFirstAdmin({ adminPassword: 'passwordpassword' });
    expect(made).toEqual({ created: true, isEasilyGuessed: true });
    const { passwordHash } = (await users.findByUsername('admin'))!;
    expect(await new PasswordHasher().verify(passwordHash, 'passwordpassword')).toBe(true);
  });
});

describe('LoginThrottleService', () => {
  const known = () => new LoginAddresses(database);
  const gate = () => new LoginThrottleService(new LoginThrottlesRepository(database), known(), unitOfWork, clock);
  const remember = (userId: string, ip: string) =>
    unitOfWork.run((transaction) => known().remember(transaction, userId, ip, clock.now()));

  async function tryAll(count: number, account: string, ip: (index: number) => string): Promise<number> {
    const tries = await Promise.allSettled(Array.from({ length: count }, (_, at) => gate().enter(account, ip(at))));
    return tries.filter((result) => result.status === 'fulfilled').length;
  }

  test('lets five tries in of many at the same time', async () => {
    expect(await tryAll(20, 'otto', () => '192.0.2.1')).toBe(5);
  });

  test('lets ten tries in of an account from as many addresses', async () => {
    expect(await tryAll(20, 'otto', (at) => `192.0.2.${at}`)).toBe(10);
    clock.advance(30);
    expect(await tryAll(2, 'otto', () => '198.51.100.1')).toBe(1);
  });

  test('counts an IPv6 network as one address', async () => {
    expect(await tryAll(20, 'otto', (at) => `2001:db8::${at + 1}`)).toBe(5);
  });

  test('lets twenty tries in from an address however many accounts it names', async () => {
    let letIn = 0;
    for (let at = 0; at < 25; at += 1) letIn += await tryAll(1, `account-${at}`, () => '192.0.2.1');
    expect(letIn).toBe(20);
  });

  test('spares the owner, at an address of theirs, the pause that others have caused', async () => {
    const [otto, ada] = [await addUser({ username: 'otto' }), await addUser({ username: 'ada' })];
    await remember(otto.id, '203.0.113.9');
    await remember(otto.id, '2001:db8:0:1::1');
    await remember(ada.id, '203.0.113.8');
    await tryAll(20, 'otto', (at) => `192.0.2.${at}`);
    for (const ip of ['203.0.113.8', '2001:db8:0:2::1', 'unknown']) expect(await tryAll(1, 'otto', () => ip)).toBe(0);
    for (const ip of ['203.0.113.9', '2001:db8:0:1::ffff']) expect(await tryAll(1, 'otto', () => ip)).toBe(1);
  });

  test('pauses a known address for its own failures', async () => {
    const { id } = await addUser({ username: 'otto' });
    await remember(id, '203.0.113.9');
    expect(await tryAll(20, 'otto', () => '203.0.113.9')).toBe(5);
  });

  test('remembers the twenty addresses of a person that were used last, for ninety days', async () => {
    const { id } = await addUser({ username: 'otto' });
    const isKnown = (ip: string) =>
      unitOfWork.run((transaction) => known().isKnown(transaction, 'otto', ip, clock.now()));
    for (let at = 0; at < 21; at += 1) {
      await remember(id, `203.0.113.${at}`);
      clock.advance(1);
    }
    await remember(id, 'unknown');
    const count = 'SELECT count(*)::int FROM known_address';
    expect(await database.query(count)).toEqual([{ count: 20 }]);
    expect(await Promise.all(['203.0.113.0', '203.0.113.20', 'unknown'].map(isKnown))).toEqual([false, true, false]);
    clock.advance(90 * 24 * 3600);
    expect(await isKnown('203.0.113.20')).toBe(false);
    await known().deleteOld(clock.now());
    expect(await database.query(count)).toEqual([{ count: 0 }]);
  });

  test('forgets the failures of an account with its success, those of the address stay', async () => {
    for (let at = 0; at < 4; at += 1) await gate().enter('otto', '192.0.2.1');
    await gate().succeeded(await gate().enter('otto', '192.0.2.1'));
    const rows: { kind: string; failures: number }[] = await database.query(
      "SELECT split_part(key, ':', 1) AS kind, failures FROM login_throttle ORDER BY 1",
    );
    expect(rows).toEqual([
      { kind: 'account', failures: 0 },
      { kind: 'address', failures: 4 },
      { kind: 'pair', failures: 0 },
    ]);
  });

  test('takes a try back whose password was not looked at', async () => {
    for (let at = 0; at < 20; at += 1) await gate().withdraw(await gate().enter('otto', '192.0.2.1'));
  });
});

describe('TokensRepository', () => {
  async function addToken(ownerId: string, members: Partial<TokenEntity> = {}): Promise<TokenEntity> {
    const token: TokenEntity = {
      id: randomUUID(),
      name: 'ci',
      secretHash: randomBytes(32),
      ownerId,
      role: 'operator',
      capabilities: ['jobs:read'],
      createdAt: clock.now(),
      expiresAt: null,
      lastUsedAt: null,
      lastUsedIp: null,
      revokedAt: null,
      revokedBy: null,
      ...members,
    };
    await database.getRepository(TokenEntity).insert(token);
    return token;
  }

  test('finds what may be used and nothing else', async () => {
    const tokens = new TokensRepository(database);
    const owner = await addUser();
    const disabled = await addUser({ disabledAt: clock.now() });
    const now = clock.now();
    const live = await addToken(owner.id);
    const dead = [
      await addToken(owner.id, { revokedAt: now, revokedBy: revoker('admin') }),
      await addToken(owner.id, { expiresAt: now }),
      await addToken(disabled.id),
    ];
    expect(await tokens.findLive(live.secretHash, now)).toMatchObject({ id: live.id, ownerUsername: owner.username });
    for (const token of dead) {
      expect(await tokens.findLive(token.secretHash, now)).toBeNull();
      expect(await tokens.isLive(token.id, now)).toBe(false);
    }
    expect(await tokens.findLive(randomBytes(32), now)).toBeNull();
  });

  test('revokes once, whoever comes first', async () => {
    const tokens = new TokensRepository(database);
    const { id } = await addToken((await addUser()).id);
    const results = await Promise.all(
      ['a', 'b', 'c'].map((by) =>
        unitOfWork.run((transaction) => tokens.revoke(transaction, id, clock.now(), revoker(by))),
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test('looks a token up by its unique key alone', async () => {
    const owner = await addUser();
    await database.query(
      `INSERT INTO api_token (id, name, secret_hash, owner_id, role, capabilities, created_at)
       SELECT gen_random_uuid(), 'n', sha256(g::text::bytea), $1, 'operator', '{}', now() FROM generate_series(1, 5000) g`,
      [owner.id],
    );
    await database.query('ANALYZE api_token');
    const plan: object[] = await database.query(
      "EXPLAIN SELECT 1 FROM api_token t JOIN console_user u ON u.id = t.owner_id WHERE t.secret_hash = sha256('1')",
    );
    expect(JSON.stringify(plan)).toContain('api_token_secret_hash_idx');
  });
});
