// Prints a CycloneDX bill of what runs in production: dependencies of the server, and of the page that the bundle holds.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { name, dependencies, optionalDependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The page's libraries are development dependencies, because the bundler copies them into the page. */
function isImportedByPage(dependency) {
  const source = join(root, 'web/src');
  const files = readdirSync(source, { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  const wanted = [`'${dependency}'`, `'${dependency}/`];
  return files.some((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    return wanted.some((word) => text.includes(`from ${word}`) || text.includes(`import ${word}`));
  });
}

const direct = new Set([
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(devDependencies).filter(isImportedByPage),
]);

const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const bill = JSON.parse(
  execFileSync('npm', ['sbom', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 256 * 2 ** 20 }),
);

// npm takes the name of the folder.
bill.metadata.component.name = name;
const component = bill.metadata.component['bom-ref'];
const byRef = new Map(bill.components.map((one) => [one['bom-ref'], one]));
const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
const fullName = (ref) => {
  const { group, name: short } = byRef.get(ref) ?? { name: ref };
  return group ? `${group}/${short}` : short;
};
edges.set(component, edges.get(component).filter((ref) => direct.has(fullName(ref)))); // prettier-ignore
const kept = new Set();
for (const waiting = [component]; waiting.length > 0;) {
  const ref = waiting.pop();
  if (kept.has(ref)) continue;
  kept.add(ref);
  waiting.push(...(edges.get(ref) ?? []));
}
bill.components = bill.components.filter((one) => kept.has(one['bom-ref']));
bill.dependencies = [...kept].map((ref) => ({ ref, dependsOn: edges.get(ref) ?? [] }));
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
