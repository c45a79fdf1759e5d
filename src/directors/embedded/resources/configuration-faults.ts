import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import { type DirectorYaml, DirectorYamlError } from './parse-director-yaml.js';

/** What is wrong in director.yaml, and where. */
export interface ConfigurationFault {
  /** As in `jobs[0].fileset`; empty: the file as a whole. */
  readonly place: string;
  readonly sentence: string;
  /** Counted from 1; null: no line of the file shows it, as for a list that is missing. */
  readonly line: number | null;
  readonly column: number | null;
}

/** director.yaml can be read, and its definitions cannot be used. The message has a line for each fault. */
export class InvalidResources extends Error {
  constructor(readonly faults: readonly ConfigurationFault[]) {
    super(faults.map((fault) => `director.yaml: ${faultText(fault)}`).join('\n'));
  }
}

/** Place and sentence, with the position at the end. */
export function faultText({ place, sentence, line, column }: ConfigurationFault): string {
  const position = line === null || column === null ? '' : ` (line ${line}, column ${column})`;
  return `${place === '' ? '' : `${place}: `}${sentence}${position}`;
}

/** The faults of a text that could not be used; throws any other error. */
export function faultsOf(error: unknown): readonly ConfigurationFault[] {
  if (error instanceof InvalidResources) return error.faults;
  if (!(error instanceof DirectorYamlError)) throw error;
  const { sentence, line, column } = error;
  return [{ place: '', sentence, line, column }];
}

/** One that is missing is where the entry around it begins. */
export function faultAt(yaml: DirectorYaml, place: string, sentence: string): ConfigurationFault {
  const position = positionOf(yaml, place);
  return { place, sentence, line: position?.line ?? null, column: position?.col ?? null };
}

/** Where an entry such as `jobs[0].fileset` is, or the nearest entry around it; null: nothing of it is in the text. */
export function positionOf({ document, lines }: DirectorYaml, place: string): { line: number; col: number } | null {
  let node: unknown = document.contents;
  let offset: number | null = null;
  for (const step of place.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    if (isAlias(node)) node = node.resolve(document);
    const [key, value] = childOf(node, step);
    if (key === null) break;
    [offset, node] = [key, value];
  }
  return offset === null ? null : lines.linePos(offset);
}

/** The offset of a field's key or of a list's item, and the node below it; null: it is not there. */
function childOf(node: unknown, [, index, field]: RegExpMatchArray): readonly [offset: number | null, below: unknown] {
  if (isSeq(node)) {
    const item = node.items[Number(index)];
    return [rangeOf(item), item];
  }
  const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === field) : undefined;
  return [rangeOf(pair?.key), pair?.value];
}

function rangeOf(node: unknown): number | null {
  const range = (node as { readonly range?: readonly number[] | null } | null | undefined)?.range;
  return range?.[0] ?? null;
}
