import { type Response } from 'express';

type Json = Response['json'];

const elementsAtOnce = 50;
/** Bytes; what is longer by itself gets a part of its own. */
const partBytes = 64 * 1024;
const comma = ','.charCodeAt(0);

/**
 * Express' `json` for answers of any length: those with long lists are made in parts. For a text of more than 128 KiB the system
 * hands out memory of its own, page by page and for each answer anew, which may take as long as everything else about it.
 */
export function inParts(whole: Json): Json {
  return function (this: Response, body?: unknown): Response {
    if (!hasLongList(body) || this.req.method === 'HEAD' || this.hasHeader('Content-Type')) {
      return whole.call(this, body);
    }
    const parts = jsonParts(body);
    this.setHeader('Content-Type', 'application/json; charset=utf-8');
    this.setHeader(
      'Content-Length',
      parts.reduce((bytes, part) => bytes + part.length, 0),
    );
    for (const part of parts) this.write(part);
    return this.end();
  };
}

/** Together what JSON.stringify makes of the body. */
export function jsonParts(body: Readonly<Record<string, unknown>>): readonly Buffer[] {
  const parts = new Parts();
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    const text = isLongList(value) ? '' : (JSON.stringify(value) as string | undefined);
    // What JSON leaves out.
    if (text === undefined) continue;
    parts.add(`${before}${JSON.stringify(name)}:${text}`);
    if (isLongList(value)) parts.addList(value);
    before = ',';
  }
  parts.add(before === '{' ? '{}' : '}');
  return parts.whole();
}

class Parts {
  private readonly full: Buffer[] = [];
  private part = Buffer.allocUnsafeSlow(partBytes);
  private filled = 0;

  /** Answers where in the part at hand it begins. */
  add(text: string): number {
    const bytes = Buffer.byteLength(text);
    if (this.filled + bytes > this.part.length) this.turn(bytes);
    const begin = this.filled;
    this.filled += this.part.write(text, begin);
    return begin;
  }

  /** Some elements after the other, each time as a list: its bracket takes the place of the one that closed those before, as a comma. */
  addList(list: readonly unknown[]): void {
    for (let at = 0; at < list.length; at += elementsAtOnce) {
      if (at > 0) this.filled -= 1;
      const begin = this.add(JSON.stringify(list.slice(at, at + elementsAtOnce)));
      if (at > 0) this.part[begin] = comma;
    }
  }

  whole(): readonly Buffer[] {
    return [...this.full, this.part.subarray(0, this.filled)];
  }

  private turn(bytes: number): void {
    this.full.push(this.part.subarray(0, this.filled));
    this.part = Buffer.allocUnsafeSlow(Math.max(bytes, partBytes));
    this.filled = 0;
  }
}

function hasLongList(body: unknown): body is Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || 'toJSON' in body) return false;
  return Object.values(body).some(isLongList);
}

function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > elementsAtOnce && !('toJSON' in value);
}
