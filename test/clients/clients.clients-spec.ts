import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { documentFile } from '../../src/http/openapi/openapi.controller.js';
import { testOptions } from '../harness/fixtures/test-options.js';

// Generators run for half a minute, and compilers of a thousand files as long.

const root = fileURLToPath(new URL('../../', import.meta.url));
const tools = join(root, 'dist-clients');
const out = join(tools, 'out');
const documentPath = fileURLToPath(documentFile);

interface Media {
  readonly schema: { readonly $ref?: string };
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

const document = JSON.parse(readFileSync(documentPath, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const exampleOf = (content: Readonly<Record<string, Media>> | undefined): { schema: string; value: unknown } | null => {
  const media = content?.['application/json'];
  const [example] = Object.values(media?.examples ?? {});
  return media?.schema.$ref === undefined || !example
    ? null
    : { schema: media.schema.$ref.split('/').at(-1) ?? '', value: example.value };
};

const requests = operations.flatMap(({ operationId, requestBody }) => {
  const example = exampleOf(requestBody?.content);
  return example ? [{ operationId, ...example }] : [];
});
const answers = operations.flatMap(({ operationId, responses }) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content }]) => {
      const example = exampleOf(content);
      return example ? [{ operationId, status, ...example }] : [];
    }),
);

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout.slice(-6000)}\n${stderr.slice(-6000)}`);
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

beforeAll(() => {
  if (!existsSync(join(tools, 'node_modules'))) throw new Error('Run `npm run clients:install` first.');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  copyFileSync(join(root, 'test/clients/generate.js'), join(tools, 'generate.js'));
  run(process.execPath, ['generate.js', documentPath, out], tools);
}, 300_000);

test('Spectral, with its rules for OpenAPI, finds no error and no warning', () => {
  const ruleset = join(tools, 'ruleset.yaml');
  writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');
  run(
    join(tools, 'node_modules/.bin/spectral'),
    ['lint', documentPath, '--ruleset', ruleset, '--fail-severity', 'hint'],
    tools,
  );
}, 120_000);

test('Redocly, with its strictest rules, finds no error and no warning', () => {
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = ['lint', documentPath, '--config', 'redocly.yaml', '--format', 'json'];
  const text = execFileSync(join(root, 'node_modules/.bin/redocly'), args, {
    cwd: root,
    encoding: 'utf8',
    env: environment,
  });
  expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ totals: { errors: 0, warnings: 0 } });
}, 120_000);

describe('clients in TypeScript', () => {
  const schemas = { hey: {}, orval: {} } as Record<
    'hey' | 'orval',
    Record<string, { safeParse(value: unknown): { success: boolean; error?: unknown } }>
  >;

  beforeAll(async () => {
    const options = {
      compilerOptions: {
        strict: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: true,
        types: [],
        target: 'es2023',
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['es2023', 'dom', 'dom.iterable'],
        rootDir: 'out',
        outDir: 'out/js',
      },
      include: ['out/hey/**/*.ts', 'out/orval/*.ts'],
    };
    writeFileSync(join(tools, 'tsconfig.json'), JSON.stringify(options));
    run(join(tools, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], tools);
    schemas.hey = (await import(pathToFileURL(join(out, 'js/hey/zod.gen.js')).href)) as typeof schemas.hey;
    schemas.orval = (await import(pathToFileURL(join(out, 'js/orval/zod.js')).href)) as typeof schemas.orval;
  }, 300_000);

  test.each(answers)(
    'of hey-api and orval compile, and accept the example of $operationId',
    ({ operationId, status, schema, value }) => {
      expect(schemas.hey[`z${schema}`]?.safeParse(value)).toMatchObject({ success: true });
      // Orval makes schemas of answers with 200 alone.
      if (status === '200')
        expect(schemas.orval[`${operationId}Response`]?.safeParse(value)).toMatchObject({ success: true });
    },
  );

  test.each(requests)(
    'of hey-api and orval accept the example of a request to $operationId',
    ({ operationId, schema, value }) => {
      expect(schemas.hey[`z${schema}`]?.safeParse(value)).toMatchObject({ success: true });
      expect(schemas.orval[`${operationId}Body`]?.safeParse(value)).toMatchObject({ success: true });
    },
  );

  test.each(['alice', 'operator', 'ci pipeline'])('of hey-api and orval accept the name %s', (name) => {
    expect(schemas.hey['zCreateTokenBody']?.safeParse({ name })).toMatchObject({ success: true });
    expect(schemas.orval['createTokenBody']?.safeParse({ name })).toMatchObject({ success: true });
  });
});

const hasJava = spawnSync('javac', ['-version']).status === 0;
if (!hasJava && testOptions.isCi)
  throw new Error('With CI set a Java compiler must be there (Debian: apt-get install default-jdk-headless).');
if (!hasJava) console.warn('No javac: THE TEST OF CLIENTS IN JAVA IS SKIPPED.');

(hasJava ? test : test.skip)(
  'models in Java compile, and a backup of 5 GiB fits',
  () => {
    const java = join(out, 'java');
    // An example of the document, set by the setters: of a member with 32 bits the compiler would refuse the number.
    const main = `public class Main {
  public static void main(String[] args) {
    var run = new runrecord.RunRecord();
    run.setBytes(${5 * 1024 ** 3}L);
    var day = new poolday.PoolDay();
    day.setBytes(${5 * 1024 ** 3}L);
    var volume = new volumerecord.VolumeRecord();
    volume.setBytes(${5 * 1024 ** 3}L);
    volume.setMaxBytes(${10 * 1024 ** 3}L);
    volume.setRetentionSeconds(3162240000L);
    var pool = new poolrecord.PoolRecord();
    pool.setUsedBytes(12884901888L);
    pool.setCapacityBytes(55834574848L);
    var impact = new purgeimpact.PurgeImpact();
    impact.setBytes(${5 * 1024 ** 3}L);
    System.out.print(run.getBytes() + " " + day.getBytes() + " " + volume.getBytes() + " " + impact.getBytes());
  }
}
`;
    writeFileSync(join(java, 'Main.java'), main);
    writeFileSync(join(java, 'sources'), filesIn(java, '.java').join('\n'));
    run('javac', ['-nowarn', '-d', 'classes', '@sources'], java);
    const printed = execFileSync('java', ['-cp', 'classes', 'Main'], { cwd: java, encoding: 'utf8' });
    expect(printed.split(' ').map(Number)).toEqual([5, 5, 5, 5].map((count) => count * 1024 ** 3));
  },
  300_000,
);
