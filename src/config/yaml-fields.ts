/** A value of a YAML file with its path, for messages like `jobs[0].fileset: …`. */
export class YamlFields {
  private readonly used = new Set<string>();

  private constructor(
    private readonly record: Readonly<Record<string, unknown>>,
    readonly place: string,
    private readonly errors: string[],
  ) {}

  /** Wraps one mapping; anything else is a fault and reads as an empty mapping. */
  static of(value: unknown, place: string, errors: string[]): YamlFields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return new YamlFields(value as Record<string, unknown>, place, errors);
    }
    errors.push(`${place}: must be a mapping of names to values`);
    return new YamlFields({}, place, errors);
  }

  errorAt(field: string, sentence: string): void {
    this.errors.push(`${this.at(field)}: ${sentence}`);
  }

  text(field: string): string {
    const value = this.take(field);
    if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value;
    this.errorAt(field, value === undefined ? 'is missing' : 'must be a string');
    return '';
  }

  optionalText(field: string): string | null {
    return this.record[field] == null ? this.absent(field) : this.text(field);
  }

  isMapping(field: string): boolean {
    const value = this.record[field];
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  }

  has(field: string): boolean {
    return this.record[field] != null;
  }

  choice<T extends string>(field: string, allowed: readonly T[], fallback: T): T {
    const value = this.take(field) ?? fallback;
    const found = allowed.find((word) => word === value);
    if (found === undefined) this.errorAt(field, `must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  /** A number or a text such as `5 GiB`, as text. */
  quantity(field: string): string | null {
    const value = this.take(field);
    if (value == null) return null;
    return typeof value === 'number' || typeof value === 'string' ? String(value) : '?';
  }

  integer(field: string, fallback: number, least: number, most: number): number {
    const value = this.take(field) ?? fallback;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    this.errorAt(field, `must be a whole number from ${least} to ${most}`);
    return fallback;
  }

  /** null where it is absent; a field without a value is an error. */
  optionalInteger(field: string, least: number, most: number): number | null {
    return this.record[field] === undefined ? this.absent(field) : this.integer(field, Number.NaN, least, most);
  }

  flag(field: string, fallback: boolean): boolean {
    const value = this.take(field) ?? fallback;
    if (typeof value === 'boolean') return value;
    this.errorAt(field, 'must be true or false');
    return fallback;
  }

  texts(field: string): readonly string[] {
    const value = this.take(field) ?? [];
    if (
      Array.isArray(value) &&
      value.every((item) => typeof item === 'string' && item !== '' && !item.includes('\0'))
    ) {
      return value as string[];
    }
    this.errorAt(field, 'must be a list of strings');
    return [];
  }

  list(field: string): readonly YamlFields[] {
    const value = this.take(field) ?? [];
    if (!Array.isArray(value)) {
      this.errorAt(field, 'must be a list');
      return [];
    }
    return value.map((item, index) => YamlFields.of(item, `${this.at(field)}[${index}]`, this.errors));
  }

  mapping(field: string): YamlFields {
    return YamlFields.of(this.take(field) ?? {}, this.at(field), this.errors);
  }

  /** null where it is absent; a field without a value is an empty mapping. */
  optionalMapping(field: string): YamlFields | null {
    return this.record[field] === undefined ? this.absent(field) : this.mapping(field);
  }

  /** Reports unknown fields: a misspelled one must not be ignored. */
  rejectUnknownFields(): void {
    for (const field of Object.keys(this.record)) {
      if (!this.used.has(field)) this.errorAt(field, `is unknown; known are ${[...this.used].join(', ')}`);
    }
  }

  private at(field: string): string {
    return this.place === '' ? field : `${this.place}.${field}`;
  }

  private absent(field: string): null {
    this.used.add(field);
    return null;
  }

  private take(field: string): unknown {
    this.used.add(field);
    return this.record[field];
  }
}
