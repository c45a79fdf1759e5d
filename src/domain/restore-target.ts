import { type RawPath } from './catalog-entry.js';
import { invalidField, type AppError } from './error-codes.js';

/**
 * Where a restore writes. The check here is on the text alone; symlinks on the way are the Director's to guard,
 * because only it sees the file system at the moment of writing.
 */

/** An absolute folder without empty and `.` words and without a final slash; null where it is not absolute or climbs with `..`. */
export function normalTarget(where: string): string | null {
  const drive = /^[A-Za-z]:(?=\/)/.exec(where)?.[0] ?? '';
  const rest = where.slice(drive.length);
  if (!rest.startsWith('/') || hasControl(where)) return null;
  const words = rest.split('/').filter((word) => word !== '' && word !== '.');
  return words.includes('..') ? null : `${drive}/${words.join('/')}`;
}

function hasControl(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007f');
}

/** Whether a normal folder is one of the roots or below one. */
export function isBelow(folder: string, roots: readonly string[]): boolean {
  return roots.some((given) => {
    const root = normalTarget(given);
    if (root === null) return false;
    return folder === root || folder.startsWith(root.endsWith('/') ? root : `${root}/`);
  });
}

/** What a restore would write, and when that was changed last. */
export interface TargetFile {
  readonly path: RawPath;
  readonly modifiedAt: Date | null;
}

export interface TargetQuery {
  readonly restoreClient: string;
  /** As a restore's own: absolute; absent: the Director's own restore root. */
  readonly where?: string;
  readonly anywhere: boolean;
  readonly files: readonly TargetFile[];
}

/** The existing files at the target of a restore. */
export interface TargetReport {
  /** The inspected folder. */
  readonly where: string;
  /** How many of the files were checked. */
  readonly inspected: number;
  /** Those of them that exist already. */
  readonly existing: number;
  /** Those of the existing ones that were changed after the backed-up version. */
  readonly newer: number;
  /** The first few of the existing ones. */
  readonly examples: readonly RawPath[];
}

/** Other paths for restored files, as the caller wants them: by prefixes and a suffix, or by expressions. */
export interface RelocationInput {
  readonly stripPrefix?: string;
  readonly addPrefix?: string;
  readonly addSuffix?: string;
  readonly regex?: string;
}

/** One `!from!to!flags`, taken apart. */
export interface RelocationStep {
  readonly from: string;
  /** Literal text, or the number of a group. */
  readonly to: readonly (string | number)[];
  readonly ignoresCase: boolean;
}

export interface Relocation {
  readonly input: RelocationInput;
  readonly steps: readonly RelocationStep[];
  /** In the syntax of the Directors' RegexWhere. Directors ignore `where` beside it. */
  readonly text: string;
  /** Every relocated path is below this folder, for any input; null if that cannot be proven. */
  readonly root: string | null;
}

const field = 'relocation';
/** Directors take these around the parts of an expression. */
const separators = '!:;|,&%=~/#';
const mostSteps = 10;
const mostGroups = 9;

/** The relocation that the input means, in expressions that Bacula, Bareos and RE2 read alike. Throws AppError (400) for others. */
export function relocationOf(requested: RelocationInput): Relocation {
  const input = givenOf(requested);
  const { stripPrefix, addPrefix, addSuffix, regex } = input;
  if (regex !== undefined) {
    if (stripPrefix !== undefined || addPrefix !== undefined || addSuffix !== undefined)
      throw invalidField(`${field}.regex`, 'Specify either regex, or stripPrefix, addPrefix and addSuffix.');
    return { input, text: regex, steps: stepsOf(regex), root: null };
  }
  const prefix = addPrefix === undefined ? null : folderInput('addPrefix', addPrefix);
  const parts = [
    ...(stripPrefix === undefined ? [] : [stripping(folderInput('stripPrefix', stripPrefix))]),
    ...(addSuffix === undefined ? [] : [`!([^/])$!$1${suffixInput(addSuffix)}!`]),
    // As below `where`: the drive C: becomes a folder C, and what begins with no slash, such as a path of a plugin, gets one.
    ...(prefix === null ? [] : [`!^([A-Za-z]):/!$1/!`, `!^/*!${prefix === '/' ? '' : prefix}/!`]),
  ];
  if (parts.length === 0)
    throw invalidField(field, 'Specify at least one of stripPrefix, addPrefix, addSuffix and regex.');
  const text = parts.join(',');
  return { input, text, steps: stepsOf(text), root: prefix };
}

/** Whether every resulting path is below one of the folders: by the form of the relocation, so for all files. */
export function staysBelow({ root }: Relocation, folders: readonly string[]): boolean {
  return root !== null && isBelow(root, folders);
}

/** The folder itself and its content; a longer name with the same prefix is another folder. */
function stripping(folder: string): string {
  return `!^${literalExpression(folder)}/!/!`;
}

/** Without a backslash, which no Director can be sent. */
function literalExpression(text: string): string {
  return text.replace(/[.[\]$()|*+?{}]/g, (sign) => `[${sign}]`);
}

function folderInput(name: 'stripPrefix' | 'addPrefix', text: string): string {
  const folder = normalTarget(text);
  if (folder === null)
    throw invalidField(`${field}.${name}`, `${name} must be an absolute folder without ..`, 'invalid_format');
  if (name === 'stripPrefix' && folder === '/')
    throw invalidField(`${field}.${name}`, 'stripPrefix must be a folder below the root.');
  rejectControlCharacters(name, folder);
  return folder;
}

function suffixInput(text: string): string {
  if (text.includes('/')) throw invalidField(`${field}.addSuffix`, 'addSuffix must not contain a slash.');
  rejectControlCharacters('addSuffix', text);
  return text;
}

/** What a Director would read as a part of an expression and not as itself. */
function rejectControlCharacters(name: 'stripPrefix' | 'addPrefix' | 'addSuffix', text: string): void {
  const signs = name === 'stripPrefix' ? '!^' : '!$';
  const sign = Array.from(text).find((one) => signs.includes(one) || isUnfit(one));
  if (sign === undefined) return;
  throw invalidField(
    `${field}.${name}`,
    `${name} must not contain a quote, a backslash, a control character or one of ${Array.from(signs).join(' ')}`,
    'invalid_characters',
  );
}

function isUnfit(character: string): boolean {
  return character < ' ' || '"\\\u007f\u2028\u2029'.includes(character) || /\p{Cs}|\p{Cc}/u.test(character);
}

/** `!from!to!flags`, separated by commas if there are several. */
function stepsOf(text: string): readonly RelocationStep[] {
  if (Array.from(text).some(isUnfit))
    throw unreadable('contains a quote, a backslash or a control character, which cannot be sent to a Director. Write [.] for a dot'); // prettier-ignore
  const steps: RelocationStep[] = [];
  for (let rest = text; rest !== '' || steps.length === 0;) {
    const [step, after] = firstStep(rest);
    steps.push(step);
    rest = after;
    if (steps.length > mostSteps) throw unreadable(`has more than ${mostSteps} parts`);
  }
  return steps;
}

function firstStep(text: string): readonly [step: RelocationStep, rest: string] {
  const separator = text.slice(0, 1);
  if (separator === '' || !separators.includes(separator))
    throw unreadable('must have the form !from!to!, separated by commas if there are several');
  const [, from, to, ...more] = text.split(separator);
  if (from === undefined || to === undefined || more.length === 0) throw unreadable(`needs three "${separator}" around its parts`); // prettier-ignore
  const tail = text.slice(from.length + to.length + 3);
  const flags = /^[ig]*/.exec(tail)?.[0] ?? '';
  const after = tail.slice(flags.length);
  if (after !== '' && !(after.startsWith(',') && separator !== ',' && after.length > 1))
    throw unreadable('may have the flags i and g, then the end or a comma and the next part');
  const groups = readExpression(from);
  return [{ from, to: replacementOf(to, groups), ignoresCase: flags.includes('i') }, after.slice(1)];
}

/** How many groups, from the first on, take part in every match. Only those can be relied on in a replacement. */
function replacementOf(text: string, groups: number): readonly (string | number)[] {
  const parts = text.split(/(\$.?)/).filter((part) => part !== '');
  return parts.map((part) => {
    if (!part.startsWith('$')) return part;
    const group = /^\$[1-9]$/.test(part) ? Number(part.slice(1)) : 0;
    if (group === 0) throw unreadable('has a $ without the number of a group (1 to 9) after it');
    if (group <= groups) return group;
    throw unreadable(`refers to $${group}, but not every match has a group of that number`);
  });
}

function unreadable(what: string): AppError {
  return invalidField(`${field}.regex`, `The expression ${what}.`, 'invalid_format');
}

/**
 * Reads an expression in the part of the syntax that has one meaning in POSIX (Bareos), in Bacula's own engine and in RE2. Returns the
 * number of groups that take part in every match. Throws AppError for what one of them reads differently.
 */
function readExpression(text: string): number {
  if (text === '') throw unreadable('has an empty pattern');
  const reader = new ExpressionReader(text);
  reader.readAlternatives();
  reader.expectEnd();
  return reader.groups;
}

class ExpressionReader {
  private at = 0;
  private opened = 0;
  private firstUncertain = Infinity;

  constructor(private readonly text: string) {}

  get groups(): number {
    return Math.min(this.opened, this.firstUncertain - 1);
  }

  expectEnd(): void {
    if (this.at < this.text.length) throw unreadable('has a closing parenthesis without an opening one');
  }

  /** Returns whether it can match nothing at all. */
  readAlternatives(): boolean {
    const groupsBefore = this.opened;
    let canBeEmpty = this.readSequence();
    let isAlone = true;
    while (this.take('|')) {
      isAlone = false;
      canBeEmpty = this.readSequence() || canBeEmpty;
    }
    if (!isAlone) this.mark(groupsBefore);
    return canBeEmpty;
  }

  private readSequence(): boolean {
    let canBeEmpty = true;
    let isFirst = true;
    for (let sign = this.sign; sign !== '' && sign !== '|' && sign !== ')'; sign = this.sign) {
      const groupsBefore = this.opened;
      const isAnchor = sign === '^' || sign === '$';
      const isItemEmpty = this.readItem(sign, isFirst);
      const quantifier = this.readQuantifier();
      if (quantifier !== '' && sign > '\x7f')
        throw unreadable('repeats a letter beyond ASCII. Write it in parentheses');
      if (quantifier !== '' && (isAnchor || isItemEmpty)) throw unreadable(`repeats something that can be empty ("${quantifier}")`); // prettier-ignore
      if (quantifier === '*' || quantifier === '?') this.mark(groupsBefore);
      else canBeEmpty &&= isItemEmpty;
      isFirst = false;
    }
    if (isFirst) throw unreadable('has an empty alternative or group');
    return canBeEmpty;
  }

  /** Returns whether it can match nothing. */
  private readItem(sign: string, isFirst: boolean): boolean {
    if ('*+?{}'.includes(sign)) throw unreadable(`has "${sign}" where it repeats nothing. Write [${sign}] for the sign itself, and {n} as a repetition`); // prettier-ignore
    this.at += 1;
    if (sign === '(') return this.readGroup();
    if (sign === '[') return this.readSet();
    if (sign === '^' && !isFirst) throw unreadable('has a ^ that is not at the beginning');
    if (sign === '$' && !['', '|', ')'].includes(this.sign)) throw unreadable('has a $ that is not at the end');
    return sign === '^' || sign === '$';
  }

  private readGroup(): boolean {
    if (this.sign === '?') throw unreadable('has "(?", which Directors do not know');
    this.opened += 1;
    if (this.opened > mostGroups) throw unreadable(`has more than ${mostGroups} groups`);
    const canBeEmpty = this.readAlternatives();
    if (!this.take(')')) throw unreadable('has an opening parenthesis without a closing one');
    return canBeEmpty;
  }

  private readSet(): boolean {
    this.take('^');
    const end = this.text.indexOf(']', this.at + 1);
    if (end < 0) throw unreadable('has a [ without a ]');
    if (/\[[:.=]/.test(this.text.slice(this.at, end + 1))) throw unreadable('has a class such as [:alpha:], which Bacula does not know'); // prettier-ignore
    if (/[^\0-\x7f]/.test(this.text.slice(this.at, end))) throw unreadable('has letters beyond ASCII in [ ], which Directors read as bytes'); // prettier-ignore
    this.at = end + 1;
    return false;
  }

  private readQuantifier(): string {
    const { sign } = this;
    if (sign === '' || !'*+?{'.includes(sign)) return '';
    if (sign === '{') throw unreadable('has {n}, which Bacula does not know. Write the repetition out');
    this.at += 1;
    if (this.sign !== '' && '*+?{'.includes(this.sign)) throw unreadable('has two signs of repetition in a row');
    return sign;
  }

  /** Groups opened after these do not take part in every match. */
  private mark(groupsBefore: number): void {
    if (this.opened > groupsBefore) this.firstUncertain = Math.min(this.firstUncertain, groupsBefore + 1);
  }

  private get sign(): string {
    return this.text.charAt(this.at);
  }

  private take(sign: string): boolean {
    if (this.sign !== sign) return false;
    this.at += 1;
    return true;
  }
}

/** The defined members, and no others. */
function givenOf({ stripPrefix, addPrefix, addSuffix, regex }: RelocationInput): RelocationInput {
  return {
    ...(stripPrefix === undefined ? {} : { stripPrefix }),
    ...(addPrefix === undefined ? {} : { addPrefix }),
    ...(addSuffix === undefined ? {} : { addSuffix }),
    ...(regex === undefined ? {} : { regex }),
  };
}
