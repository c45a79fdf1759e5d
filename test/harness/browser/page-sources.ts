import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

const root = new URL('../../../web/src/', import.meta.url);

/** A file of the page, as it is written. */
interface Source {
  /** Below `web/src`. */
  readonly name: string;
  readonly tree: ts.SourceFile;
}

/** A route that the page calls to change something. */
export interface PageAction {
  readonly folder: string;
  readonly method: string;
  /** As the document has it. */
  readonly path: string;
}

/** A line of curl that the page shows. */
export interface CurlLine extends PageAction {
  /** Below `/api/v1`, without its query; `{}` is what is filled in. */
  readonly path: string;
  readonly bySession: boolean;
}

export interface Page {
  readonly actions: readonly PageAction[];
  /** Those whose path can be read where it stands; lines of parts that are told their path by others are left out. */
  readonly lines: readonly CurlLine[];
  /** By folder: the capabilities whose lack is said there. */
  readonly denials: ReadonlyMap<string, ReadonlySet<string>>;
}

const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** What the sources of the page say of the actions that it offers. */
export function readPage(): Page {
  const sources = readSources();
  const denials = new Map<string, Set<string>>();
  for (const source of sources) {
    const known = denials.get(folderOf(source)) ?? new Set();
    denials.set(folderOf(source), known);
    for (const capability of nodesOf(source.tree).flatMap(capabilitiesIn)) known.add(capability);
  }
  return {
    actions: sources.flatMap((source) => nodesOf(source.tree).flatMap((node) => actionsIn(source, node))),
    lines: sources.flatMap((source) => nodesOf(source.tree).flatMap((node) => linesIn(source, node, sources))),
    denials,
  };
}

/** Files of style, as text. */
export function readStyles(): readonly string[] {
  return namesOf('.css').map((name) => readFileSync(new URL(name, root), 'utf8'));
}

function namesOf(ending: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.endsWith(`.generated${ending}`))
    .sort();
}

function readSources(): readonly Source[] {
  return [...namesOf('.ts'), ...namesOf('.tsx')].map((name) => {
    const text = readFileSync(new URL(name, root), 'utf8');
    return { name, tree: ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true) };
  });
}

const folderOf = ({ name }: Source): string => dirname(name);

function nodesOf(node: ts.Node): readonly ts.Node[] {
  const inner: ts.Node[] = [];
  ts.forEachChild(node, (child) => void inner.push(...nodesOf(child)));
  return [node, ...inner];
}

function actionsIn(source: Source, node: ts.Node): readonly PageAction[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: object, name } = node.expression;
  const [path] = node.arguments;
  if (object.getText() !== 'api' || !unsafe.includes(name.text) || !path || !ts.isStringLiteral(path)) return [];
  return [{ folder: folderOf(source), method: name.text, path: path.text }];
}

/** `usePermissionError('a:b')`, `useDisabledReason(…, 'a:b')` and `needs: ['a:b']`. */
function capabilitiesIn(node: ts.Node): readonly string[] {
  const isAsked = ts.isCallExpression(node) && /^use(PermissionError|DisabledReason)$/.test(node.expression.getText());
  const isNeed = (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && node.name.getText() === 'needs';
  if (!isAsked && !isNeed) return [];
  return nodesOf(node)
    .filter(ts.isStringLiteral)
    .map(({ text }) => text)
    .filter((text) => text.includes(':'));
}

type Members = ReadonlyMap<string, ts.Expression | undefined>;

function linesIn(source: Source, node: ts.Node, all: readonly Source[]): readonly CurlLine[] {
  const members = membersOf(node);
  const path = members?.get('path');
  if (!members || !path) return [];
  const [method = 'GET'] = textsOf(members.get('method'), source, all);
  const told = { folder: folderOf(source), method, bySession: members.has('bySession') };
  return textsOf(path, source, all)
    .filter((text) => text.startsWith('/'))
    .map((text) => ({ ...told, path: text.replace(/\?.*$/, '') }));
}

/** Of `<AsCurl …>`, `<CopyCurl …>` and of `curl={{ … }}`, which other parts hand on to it. */
function membersOf(node: ts.Node): Members | null {
  if (ts.isJsxSelfClosingElement(node) && /^(As|Copy)Curl$/.test(node.tagName.getText()))
    return new Map(node.attributes.properties.flatMap(attributeMembers));
  if (!ts.isJsxAttribute(node) || node.name.getText() !== 'curl') return null;
  const given = node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : undefined;
  return given && ts.isObjectLiteralExpression(given) ? new Map(objectMembers(given)) : null;
}

type Member = readonly [string, ts.Expression | undefined];

function attributeMembers(attribute: ts.JsxAttributeLike): readonly Member[] {
  if (ts.isJsxSpreadAttribute(attribute))
    return ts.isObjectLiteralExpression(attribute.expression) ? objectMembers(attribute.expression) : [];
  const { initializer } = attribute;
  const value = initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
  return [[attribute.name.getText(), value]];
}

function objectMembers(object: ts.ObjectLiteralExpression): readonly Member[] {
  return object.properties.flatMap((property): readonly Member[] => {
    if (ts.isPropertyAssignment(property)) return [[property.name.getText(), property.initializer]];
    return ts.isShorthandPropertyAssignment(property) ? [[property.name.text, property.name]] : [];
  });
}

/** Every text that the expression may be; none where the sources do not say. */
function textsOf(value: ts.Expression | undefined, source: Source, all: readonly Source[]): readonly string[] {
  if (!value) return [];
  if (ts.isStringLiteralLike(value)) return [value.text];
  const next = (inner: ts.Expression): readonly string[] => textsOf(inner, source, all);
  if (ts.isConditionalExpression(value)) return [...next(value.whenTrue), ...next(value.whenFalse)];
  if (ts.isTemplateExpression(value)) return templateTexts(value, next);
  if (ts.isIdentifier(value)) return declared(value.text, [source]).flatMap(next);
  if (ts.isCallExpression(value) && ts.isIdentifier(value.expression)) {
    const name = value.expression.text;
    const own = declared(name, [source]);
    const folder = all.filter((other) => folderOf(other) === folderOf(source));
    return (own.length > 0 ? own : declared(name, folder)).flatMap(next);
  }
  return [];
}

function templateTexts(
  template: ts.TemplateExpression,
  next: (inner: ts.Expression) => readonly string[],
): readonly string[] {
  return template.templateSpans.reduce<readonly string[]>(
    (texts, { expression, literal }) => {
      const chosen = ts.isConditionalExpression(expression) ? next(expression) : ['{}'];
      return texts.flatMap((text) => chosen.map((one) => text + one + literal.text));
    },
    [template.head.text],
  );
}

/** What a constant of this name is, or what a function of this name answers. */
function declared(name: string, sources: readonly Source[]): readonly ts.Expression[] {
  return sources
    .flatMap(({ tree }) => nodesOf(tree))
    .flatMap((node) => {
      if (ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer)
        return ts.isArrowFunction(node.initializer) ? answers(node.initializer.body) : [node.initializer];
      return ts.isFunctionDeclaration(node) && node.name?.text === name && node.body ? answers(node.body) : [];
    });
}

function answers(body: ts.ConciseBody): readonly ts.Expression[] {
  if (!ts.isBlock(body)) return [body];
  return nodesOf(body).flatMap((node) => (ts.isReturnStatement(node) && node.expression ? [node.expression] : []));
}

/** A page as the router knows it. */
export interface PageRoute {
  /** `/jobs/$name`. */
  readonly path: string;
  /** Names that its address may have in its query. */
  readonly query: readonly string[];
}

/** Every page there is. */
export function readRoutes(): readonly PageRoute[] {
  const sources = readSources();
  return sources.flatMap((source) => {
    const folder = sources.filter((other) => folderOf(other) === folderOf(source));
    return nodesOf(source.tree).flatMap((node) => routesIn(node, folder));
  });
}

function routesIn(node: ts.Node, folder: readonly Source[]): readonly PageRoute[] {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'createRoute') return [];
  const [given] = node.arguments;
  if (!given || !ts.isObjectLiteralExpression(given)) throw new Error(`No page can be read from ${node.getText()}`);
  const members = new Map(objectMembers(given));
  const path = members.get('path');
  if (!path || !ts.isStringLiteral(path)) throw new Error(`No path can be read from ${node.getText()}`);
  const search = members.get('validateSearch');
  return [{ path: path.text, query: search ? [...new Set(wordsIn(search, folder))] : [] }];
}

/** The texts in an expression, and in what it names of its own folder. */
function wordsIn(value: ts.Expression, folder: readonly Source[]): readonly string[] {
  return nodesOf(value).flatMap((node) => {
    if (ts.isStringLiteral(node)) return [node.text];
    return ts.isIdentifier(node) ? declared(node.text, folder).flatMap((inner) => wordsIn(inner, folder)) : [];
  });
}
