import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads typed values from the environment and collects faults, so that one start shows all of them. */
export class SettingsReader {
  private readonly errors: string[] = [];

  constructor(private readonly environment: Environment) {}

  addError(name: string, sentence: string): void {
    this.errors.push(`${name} ${sentence}.`);
  }

  throwErrors(): void {
    if (this.errors.length > 0) throw new Error(`The settings are invalid. ${this.errors.join(' ')} See .env.example.`);
  }

  text(name: string, fallback: string): string {
    return this.value(name) ?? fallback;
  }

  flag(name: string): boolean {
    return this.choice(name, ['0', '1'], '0') === '1';
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.value(name);
    if (text === null) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.addError(name, `must be a whole number from ${min} to ${max}, for example ${fallback}; it is "${text}"`);
    return fallback;
  }

  choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.value(name);
    if (text === null) return fallback;
    const found = allowed.find((word) => word === text);
    if (found === undefined) this.addError(name, `must be one of ${allowed.join(', ')}; it is "${text}"`);
    return found ?? fallback;
  }

  /** Scheme, host and port of a web address: the console answers at the root of its host only. */
  origin(name: string): string | null {
    const text = this.checkedUrl(name, this.value(name), ['http:', 'https:']);
    if (text === null) return null;
    const url = new URL(text);
    if (url.href !== `${url.origin}/`)
      this.addError(name, 'must contain only scheme, host and port, for example https://backup.example');
    return url.origin;
  }

  /** A URL that may contain a password: the error never repeats it. */
  secretUrl(name: string, protocols: readonly string[]): string | null {
    return this.checkedUrl(name, this.secret(name, { minLength: 1 }), protocols);
  }

  folder(name: string, fallback: string): string {
    return resolve(this.text(name, fallback));
  }

  optionalFile(name: string): string | null {
    const text = this.value(name);
    if (text === null) return null;
    if (!existsSync(text)) this.addError(name, `names the file "${text}", which does not exist`);
    return resolve(text);
  }

  absolute(name: string, path: string): string {
    if (!isAbsolute(path)) this.addError(name, `must contain absolute folders; "${path}" is not one`);
    return path;
  }

  list(name: string): string[] {
    return (this.value(name) ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  }

  /** Some of the allowed words. */
  words(name: string, allowed: readonly string[]): string[] {
    const words = this.list(name);
    for (const word of words) {
      if (!allowed.includes(word))
        this.addError(name, `must contain only ${allowed.join(', ')}; "${word}" is none of them`);
    }
    return words;
  }

  /** IP addresses and CIDR networks. */
  networks(name: string): string[] {
    const words = this.list(name);
    for (const word of words) {
      if (!ipaddr.isValid(word) && !ipaddr.isValidCIDR(word)) {
        this.addError(name, `must contain IP addresses or networks such as 10.0.0.0/8; "${word}" is neither`);
      }
    }
    return words;
  }

  /** A secret from NAME or from the file that NAME_FILE names. */
  secret(name: string, rule: { readonly minLength: number }): string | null {
    const value = this.value(name) ?? this.secretFromFile(`${name}_FILE`);
    if (value !== null && value.length < rule.minLength)
      this.addError(name, `must have at least ${rule.minLength} characters`);
    return value;
  }

  /** Several secrets, one per line or separated by commas. */
  secrets(name: string): string[] {
    return (this.secret(name, { minLength: 1 }) ?? '').split(/[\s,]+/).filter((word) => word !== '');
  }

  private secretFromFile(name: string): string | null {
    const file = this.value(name);
    if (file === null) return null;
    try {
      return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      this.addError(
        name,
        `names the file "${file}", which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
      );
      return null;
    }
  }

  private checkedUrl(name: string, text: string | null, protocols: readonly string[]): string | null {
    if (text === null) return null;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    this.addError(name, `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return null;
  }

  /** An empty variable counts as unset: that is the usual meaning of `NAME=` in an env file. */
  private value(name: string): string | null {
    const text = this.environment[name];
    return text === undefined || text === '' ? null : text;
  }
}
