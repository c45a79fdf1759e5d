import { type Schemas } from '../api/request';
import { count } from '../components/format';

/** The values that the API tells beside a sentence's code. */
export type Params = Schemas['HealthCheck']['params'];

/** `{name}` stands for a value; a function chooses its words by figures. */
export type Sentence = string | ((params: Params) => string);
export type Sentences<Code extends string> = Readonly<Record<Code, Sentence>>;

export function figure(params: Params, name: string): number {
  const value = params[name];
  return typeof value === 'number' ? value : 0;
}

/** The sentence of this code with its values; null where this page has no words for what it was told. */
export function said(sentences: Readonly<Record<string, Sentence>>, code: string, params: Params): string | null {
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  if (sentence === undefined) return null;
  const text = typeof sentence === 'function' ? sentence(params) : sentence;
  const values = new Map(Object.entries(params));
  const places = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (!places.every((name) => values.has(name))) return null;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name) ?? '';
    return typeof value === 'number' ? count(value) : value;
  });
}
