/**
 * Bundles the tests into dist-test/, each suite and program at the path of its source. They share the console as `npm run build` compiled
 * it (dist/src) in one chunk and its packages in another: two large files load much faster than 3300 small ones (docs/decisions/0034).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tools = Object.keys(devDependencies).filter((name) => name !== '@jest/globals');

/** Files that Node starts by themselves: the console, programs of the tests, the lab, the screenshots and the benchmarks. */
const programs = [
  // The console itself: what kills it again and again should not read 3300 files each time.
  'dist/src/main.js',
  'test/harness/fixtures/global-setup.ts',
  'test/harness/fixtures/global-teardown.ts',
  'test/harness/fixtures/checked-console.ts',
  'test/harness/fixtures/failing-director.ts',
  'test/harness/fixtures/killed-monitor.ts',
  'test/harness/fixtures/killed-restore.ts',
  'test/harness/fixtures/orphan-postgres.ts',
  'test/fuzz/fuzz.ts',
  'test/fuzz/hostile.ts',
  'test/harness/lab/lab-owner.ts',
  'test/harness/lab/run-lab.ts',
  'test/screenshots/take-screenshots.ts',
  'bench/bench.ts',
  'bench/catalog/catalog-bench.ts',
];

const suitesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith('spec.ts'))
    .map((path) => join(folder, path));

const isPackage = (path) => path.includes('/node_modules/');

/** Sends imports of the sources to what was compiled of them, so that suites test what ships, the Swagger plugin's metadata included. */
const compiledConsole = {
  name: 'compiled-console',
  resolveId(source, importer) {
    // The package of that name works in Jest's own module system only.
    if (source === '@jest/globals') return join(root, 'test/harness/jest-globals.ts');
    if (importer === undefined || isPackage(importer) || !source.startsWith('.')) return null;
    const path = resolve(dirname(importer), source);
    const compiled = join(root, 'dist', relative(root, path));
    if (existsSync(compiled)) return compiled;
    const typescript = path.replace(/\.js$/, '.ts');
    return existsSync(typescript) ? typescript : null;
  },
  transform(code, id) {
    // A `require` made this way would load a second copy of a package that is in the bundle.
    const changed = isPackage(id)
      ? code.replace('const require = createRequire(import.meta.url);', '')
      : // Each module keeps its address: files beside it are found from there.
        code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
    return changed === code ? null : { code: changed, map: null };
  },
};

async function bundle(files, codeSplitting) {
  const build = await rolldown({
    cwd: root,
    platform: 'node',
    tsconfig: 'tsconfig.json',
    input: Object.fromEntries(files.map((file) => [file.replace(/\.[jt]s$/, ''), file])),
    // Native code, word lists and the tools of the tests are loaded where they are.
    external: [/^@(node-rs\/argon2|zxcvbn-ts\/)/, ...tools.map((name) => new RegExp(`^${name}(/|$)`))],
    plugins: [compiledConsole],
    // Packages name what they could use and the console does not have; Node would say so only where it is used.
    onLog: (level, log, report) => (log.code === 'UNRESOLVED_IMPORT' ? undefined : report(level, log)),
  });
  await build.write({
    dir: join(root, 'dist-test'),
    entryFileNames: '[name].js',
    chunkFileNames: `chunks/${codeSplitting === true ? 'unit' : 'shared'}/[name].js`,
    sourcemap: true,
    codeSplitting,
  });
  await build.close();
}

/** Compiles the console where a source is newer than what was last compiled. */
function compileConsole() {
  const compiledAt = statSync(join(root, 'dist/.tsbuildinfo'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(join(root, 'src'), { recursive: true }).map((path) => join(root, 'src', path));
  if (sources.every((path) => statSync(path).mtimeMs <= compiledAt)) return;
  const { status } = spawnSync('npx', ['nest', 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  // The compiler leaves its file as it is where only SQL changed, which is copied.
  utimesSync(join(root, 'dist/.tsbuildinfo'), new Date(), new Date());
}

compileConsole();
rmSync(join(root, 'dist-test'), { recursive: true, force: true });
// A unit test touches a few modules: it gets these alone.
await bundle(suitesIn('src'), true);
await bundle([...suitesIn('test'), ...programs], {
  groups: [
    { name: 'packages', test: /\/node_modules\// },
    { name: 'console', test: /\/dist\/src\/(?!main\.js)/ },
  ],
});
