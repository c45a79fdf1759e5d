import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BaculaPrograms } from './bacula-programs.js';
import { type BaculaVersion, type PackageRecipe, packageRecipes } from './bacula-version.js';
import { labCache, withLock } from './lab-cache.js';
import { LabLack } from './lab-lack.js';
import { readMachineArchive, sourceOf } from './machine-archive.js';

const aptLimitMs = 180_000;
const unpackLimitMs = 60_000;
/** Raise it when the way of unpacking changes, so that older caches are not taken for today's. */
const layout = 1;

/**
 * The programs of this version, unpacked in the cache: fetched by apt where they are not there yet, into lists and folders
 * of our own, so that nothing is installed and no root is needed. Throws LabLack with the reason where that cannot be.
 */
export async function fetchBacula(version: BaculaVersion): Promise<BaculaPrograms> {
  const root = await fetchPackages(`bacula-${version}`, packageRecipes[version], async (folder) => {
    const unpacked = new BaculaPrograms(version, folder);
    unpacked.linkCatalogLibrary();
    unpacked.catalogSchema();
    await unpacked.verify();
  });
  return new BaculaPrograms(version, root);
}

/**
 * The folder of the cache that holds these packages unpacked. `finish` is given a fresh one before it becomes that: it throws
 * where something is missing.
 */
export async function fetchPackages(
  what: string,
  recipe: PackageRecipe,
  finish: (root: string) => Promise<void>,
): Promise<string> {
  const digest = createHash('sha256')
    .update(JSON.stringify([layout, recipe]))
    .digest('hex')
    .slice(0, 12);
  const name = `${what}-${process.arch}-${digest}`;
  const root = join(labCache(), name);
  if (existsSync(root)) return root;
  return withLock(name, async () => {
    // Another process may have finished while we waited.
    if (!existsSync(root)) await fetchInto(root, recipe, finish);
    return root;
  });
}

async function fetchInto(root: string, recipe: PackageRecipe, finish: (root: string) => Promise<void>): Promise<void> {
  // Packages that an interrupted fetch left here are checked and kept by apt.
  const work = `${root}.work`;
  const packages = join(work, 'packages');
  mkdirSync(packages, { recursive: true });
  const apt = await prepareApt(work, recipe);
  await apt(['update'], work);
  await apt(['download', ...recipe.packages], packages);
  const unpacked = join(work, 'root');
  await unpack(packages, unpacked);
  await finish(unpacked);
  renameSync(unpacked, root);
  rmSync(work, { recursive: true, force: true });
}

type Apt = (args: readonly string[], cwd: string) => Promise<void>;

async function prepareApt(work: string, recipe: PackageRecipe): Promise<Apt> {
  const source = join(work, 'archive.sources');
  const configuration = join(work, 'apt.conf');
  for (const folder of ['lists/partial', 'cache/archives/partial', 'no-parts'])
    mkdirSync(join(work, folder), { recursive: true });
  writeFileSync(join(work, 'status'), '');
  writeFileSync(source, sourceOf(readMachineArchive(), recipe.suite));
  writeFileSync(configuration, await aptConfiguration(work, source), { mode: 0o600 });
  return (args, cwd) => runApt(args, cwd, { ...process.env, LC_ALL: 'C', APT_CONFIG: configuration }, recipe.suite);
}

/** The machine's own settings for reaching its archive (a proxy, say), and none of its hooks. */
async function aptConfiguration(work: string, source: string): Promise<string> {
  const { stdout } = await promisify(execFile)('apt-config', ['dump', 'Acquire']).catch((cause: unknown) => {
    throw new LabLack('machine', 'there is no apt to fetch packages with.', { cause });
  });
  const settings = {
    'Dir::Etc::Parts': join(work, 'no-parts'),
    'Dir::Etc::SourceList': source,
    'Dir::Etc::SourceParts': join(work, 'no-parts'),
    'Dir::State::Lists': join(work, 'lists'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    'APT::Sandbox::User': '',
    'APT::Update::Error-Mode': 'any',
    'APT::Get::AllowUnauthenticated': 'false',
    'Acquire::AllowInsecureRepositories': 'false',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
  };
  return stdout + Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`).join(''); // prettier-ignore
}

async function runApt(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, suite: string): Promise<void> {
  const child = spawn('apt-get', ['--quiet=2', ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (told = (told + chunk.toString()).slice(-4096)));
  const limit = setTimeout(() => child.kill('SIGKILL'), aptLimitMs);
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  clearTimeout(limit);
  if (status !== 0) throw lackOf(told, `apt-get ${args[0] ?? ''} for ${suite}`);
}

function lackOf(told: string, action: string): LabLack {
  const errors = told.split('\n').filter((line) => /^[EW]:/.test(line)).join(' ') || 'no answer in time.'; // prettier-ignore
  if (/NO_PUBKEY|not signed|signature/i.test(told)) {
    return new LabLack('signature', `the keys of this machine do not sign it (a newer debian-archive-keyring may). ${action}: ${errors}`); // prettier-ignore
  }
  if (/Unable to locate package|No candidate|Can't select/i.test(told)) {
    return new LabLack('packages', `${action}: ${errors}`);
  }
  return new LabLack('archive', `the archive does not answer. ${action}: ${errors}`);
}

async function unpack(packages: string, root: string): Promise<void> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  for (const name of readdirSync(packages).filter((file) => file.endsWith('.deb'))) {
    const args = ['--extract', join(packages, name), root];
    await promisify(execFile)('dpkg-deb', args, { timeout: unpackLimitMs }).catch((cause: unknown) => {
      throw new LabLack('packages', `${name} cannot be unpacked: ${String(cause)}`, { cause });
    });
  }
}
