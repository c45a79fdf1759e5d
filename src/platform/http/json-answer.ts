import { type Response } from 'express';
import { JsonList } from './json-list.js';

type Json = Response['json'];
type Members = Readonly<Record<string, unknown>>;
type List = readonly unknown[] | JsonList<unknown>;

const elementsAtOnce = 50;
/** Bytes; what is longer by itself gets a part of its own. */
const partBytes = 64 * 1024;
const comma = ','.charCodeAt(0);

/** A body whose JSON was made already. */
export class ReadyJson {
  constructor(readonly parts: readonly Buffer[]) {}
}

/**
 * Express' `json` for answers of any length: those with long lists are made in parts. For a text of more than 128 KiB the system
 * hands out memory of its own, page by page and for each answer anew, which may take as long as everything else about it.
 */
export function inParts(whole: Json): Json {
  return function (this: Response, body?: unknown): Response {
    const isReady = body instanceof ReadyJson;
    if (!isReady && (!hasPartsOfItsOwn(body) || this.req.method === 'HEAD' || this.hasHeader('Content-Type'))) {
      return whole.call(this, body);
    }
    const parts = isReady ? body.parts : jsonParts(body);
    this.setHeader('Content-Type', 'application/json; charset=utf-8');
    this.setHeader(
      'Content-Length',
      parts.reduce((bytes, part) => bytes + part.length, 0),
    );
    for (const part of parts) this.write(part);
    return this.end();
  };
}

/** The JSON of a body, in parts where it is long. */
export function partsOf(body: object): readonly Buffer[] {
  return hasPartsOfItsOwn(body) ? jsonParts(body) : [Buffer.from(JSON.stringify(body))];
}

/** Together what JSON.stringify makes of the body. */
export function jsonParts(body: Members): readonly Buffer[] {
  const parts = new Parts();
  parts.addMembers(body);
  return parts.whole();
}

class Parts {
  private readonly full: Buffer[] = [];
  private part = Buffer.allocUnsafeSlow(partBytes);
  private filled = 0;

  addMembers(members: Members): void {
    let before = '{';
    for (const [name, value] of Object.entries(members)) {
      const isSplit = isMadeInParts(value);
      const text = isSplit ? '' : (JSON.stringify(value) as string | undefined);
      // What JSON leaves out.
      if (text === undefined) continue;
      this.add(`${before}${JSON.stringify(name)}:${text}`);
      if (isSplit) this.addList(value);
      before = ',';
    }
    this.add(before === '{' ? '{}' : '}');
  }

  whole(): readonly Buffer[] {
    return [...this.full, this.part.subarray(0, this.filled)];
  }

  private addList(list: List): void {
    if (list instanceof JsonList) this.addTexts(list.texts);
    else if (holdsTexts(list[0])) this.addEach(list);
    else this.addSome(list);
  }

  private addTexts(texts: readonly string[]): void {
    this.add('[');
    texts.forEach((text, at) => this.add(at === 0 ? text : `,${text}`));
    this.add(']');
  }

  private addEach(list: readonly unknown[]): void {
    list.forEach((element, at) => {
      this.add(at === 0 ? '[' : ',');
      if (holdsTexts(element)) this.addMembers(element);
      // As of an element, so that one without JSON is null.
      else this.add(JSON.stringify([element]).slice(1, -1));
    });
    this.add(']');
  }

  /** Some elements after the other, each time as a list: its bracket takes the place of the one that closed those before, as a comma. */
  private addSome(list: readonly unknown[]): void {
    for (let at = 0; at < list.length; at += elementsAtOnce) {
      if (at > 0) this.filled -= 1;
      const begin = this.add(JSON.stringify(list.slice(at, at + elementsAtOnce)));
      if (at > 0) this.part[begin] = comma;
    }
  }

  /** Answers where in the part at hand it begins. */
  private add(text: string): number {
    const bytes = Buffer.byteLength(text);
    if (this.filled + bytes > this.part.length) this.turn(bytes);
    const begin = this.filled;
    this.filled += this.part.write(text, begin);
    return begin;
  }

  private turn(bytes: number): void {
    this.full.push(this.part.subarray(0, this.filled));
    this.part = Buffer.allocUnsafeSlow(Math.max(bytes, partBytes));
    this.filled = 0;
  }
}

function hasPartsOfItsOwn(body: unknown): body is Members {
  return isRecord(body) && Object.values(body).some(isMadeInParts);
}

function isMadeInParts(value: unknown): value is List {
  if (value instanceof JsonList) return true;
  return isLongList(value) || (isList(value) && holdsTexts(value[0]));
}

function isLongList(value: unknown): boolean {
  return isList(value) && value.length > elementsAtOnce;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && !('toJSON' in value);
}

function holdsTexts(value: unknown): value is Members {
  return isRecord(value) && Object.values(value).some((member) => member instanceof JsonList);
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);
}
