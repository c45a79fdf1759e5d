import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { copyDatabase } from './database.js';

export interface TwoRoles {
  /** The server's administrator. */
  readonly server: string;
  /** The role that owns the database. */
  readonly owner: string;
  /** A role that owns nothing. */
  readonly app: string;
}

/** The server of the tests, with an empty database for an owner's role and a role that owns nothing; as URLs. */
export async function makeTwoRoles(): Promise<TwoRoles> {
  const server = await copyDatabase('template1');
  const [owner, app] = ['owner', 'app'].map((word) => `${word}_${randomBytes(4).toString('hex')}`) as [string, string];
  const url = (role: string): string =>
    Object.assign(new URL(server), { username: role, password: 'secret' }).toString();
  const administrator = new Client({ connectionString: server });
  await administrator.connect();
  await administrator.query(`CREATE ROLE ${owner} LOGIN CREATEDB PASSWORD 'secret'`);
  await administrator.query(`CREATE ROLE ${app} LOGIN PASSWORD 'secret'`);
  await administrator.query(`ALTER DATABASE ${new URL(server).pathname.slice(1)} OWNER TO ${owner}`);
  await administrator.end();
  return { server, owner: url(owner), app: url(app) };
}
