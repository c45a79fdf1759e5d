/** What JSON can contain, which is all that director.yaml may contain. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const noLimits = { levels: Infinity, keyLength: Infinity };

/** A copy of a value, which the caller may change; undefined if JSON cannot contain the value, or if it exceeds the limits. */
export function toJsonValue(value: unknown, limits = noLimits): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || limits.levels === 0) return undefined;
  const inner = { ...limits, levels: limits.levels - 1 };
  if (Array.isArray(value)) {
    const items = value.map((item) => toJsonValue(item, inner));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const members = Object.entries(value).map(([key, member]) => [key, toJsonValue(member, inner)] as const);
  return members.every((member): member is [string, JsonValue] => member[1] !== undefined) &&
    members.every(([key]) => key.length <= limits.keyLength)
    ? Object.fromEntries(members)
    : undefined;
}

/** The order of keys has no meaning; that of items has. */
export function isSameJson(one: JsonValue, other: JsonValue): boolean {
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSameJson(item, other[index] ?? null))
    );
  }
  if (!isJsonObject(one)) return one === other;
  if (!isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key] ?? null, other[key] ?? null))
  );
}

export function memberOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** An assignment would set the prototype for the key `__proto__`. */
export function setMember(object: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
