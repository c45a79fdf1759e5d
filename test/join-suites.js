/**
 * Joins the small suites of dist-test/ into a few files for a run of all tests: Jest loads the whole application anew for each file,
 * which costs more than most suites do (docs/decisions/0034). Each suite becomes a `describe` of its own, in the order of
 * names; what it holds is left as `nest build` made it, and by itself it is run from its own file as ever.
 *
 * `<suite>-part.js` beside each suite is the suite within a function; dist-test/joined/ holds the files that call these, and
 * alone.json the suites that are run as they are.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { secondsOf } from './longest-first.js';

const built = fileURLToPath(new URL('../dist-test', import.meta.url));
const joined = join(built, 'joined');

/** Which suites are joined, and into how many files: several a core, so that no core is left waiting for a last one. */
const kinds = [
  { kind: 'unit', ending: '.spec.js', files: 6 },
  { kind: 'integration', ending: '.int-spec.js', files: 8 },
  { kind: 'api', ending: '.api-spec.js', files: 6 },
  { kind: 'contract', ending: '.contract-spec.js', files: 1 },
];

/** Waits at its top level; a `describe` cannot. */
function waits(node) {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier)) return true;
  return ts.forEachChild(node, waits) ?? false;
}

/** The suite within a function, each line where it was; null where it cannot be within one. */
function partOf(path) {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
  if (source.statements.some((statement) => waits(statement) || ts.isExportDeclaration(statement))) return null;
  const begin = source.statements.findLast(ts.isImportDeclaration)?.end ?? 0;
  const end = source.statements.at(-1)?.end ?? text.length;
  return `${text.slice(0, begin)} export default () => {${text.slice(begin, end)}};${text.slice(end)}`;
}

/** Suites in so many files, as even as their count allows. */
function dealt(suites, files) {
  const hands = Array.from({ length: Math.min(files, suites.length) }, () => []);
  suites.forEach((suite, index) => hands[index % hands.length].push(suite));
  return hands;
}

const slashed = (path) => path.split(sep).join('/');

function joinedFile(parts) {
  const lines = parts.map((part, index) => `import suite${index} from './${slashed(relative(joined, part))}';`);
  const calls = parts.map((part, index) => {
    const title = slashed(relative(built, part)).replace(/-part\.js$/, '');
    return `describe(${JSON.stringify(title)}, suite${index});`;
  });
  return ["import { describe } from '@jest/globals';", ...lines, ...calls, ''].join('\n');
}

rmSync(joined, { recursive: true, force: true });
mkdirSync(joined);
const all = readdirSync(built, { recursive: true }).sort();
const alone = {};
for (const { kind, ending, files } of kinds) {
  alone[kind] = [];
  const parts = [];
  for (const name of all.filter((path) => path.endsWith(ending))) {
    const path = join(built, name);
    const part = slashed(name).replace(/^test\//, '') in secondsOf ? null : partOf(path);
    if (part === null) alone[kind].push(slashed(name));
    else {
      const target = join(dirname(path), `${basename(path, '.js')}-part.js`);
      writeFileSync(target, part);
      parts.push(target);
    }
  }
  dealt(parts, files).forEach((hand, index) =>
    writeFileSync(join(joined, `${kind}-${index + 1}.js`), joinedFile(hand)),
  );
}
writeFileSync(join(joined, 'alone.json'), JSON.stringify(alone));
