import { EditRejected, type EditRejectionReason } from './edit-rejection.js';
import { isJsonObject, type JsonObject, type JsonValue, memberOf, setMember, toJsonValue } from './json-value.js';
import { type MessageParams } from '../../../domain/error-codes.js';
import { resourceLists, resourceReferences, type ResourceType } from '../resources/resource-types.js';

/**
 * One step of a change to the configuration. `type` is a resource type or `director`, which there is one of and whose name is
 * therefore not compared. A path is written as the reader writes it: `starts[0].at`. A list ends at its length: `set` with that index appends.
 */
export type ConfigurationOperation =
  /** Appends a resource. `value`: its fields, with or without its name. */
  | { readonly op: 'add'; readonly type: string; readonly name: string; readonly value: unknown }
  /** Sets one field or list item. Without a path: all fields of the resource, so that those not in `value` are removed. */
  | {
      readonly op: 'set';
      readonly type: string;
      readonly name: string;
      readonly path?: string;
      readonly value: unknown;
    }
  /** Removes one field or list item. */
  | { readonly op: 'unset'; readonly type: string; readonly name: string; readonly path: string }
  /** `value`: the new name. Changes the references of other resources too. */
  | { readonly op: 'rename'; readonly type: string; readonly name: string; readonly value: unknown }
  /** Removes a resource. References to it remain; the reader rejects them. */
  | { readonly op: 'remove'; readonly type: string; readonly name: string };

/** No setting has more. Without limits, a value could exhaust the stack, or get a key that YAML cannot have on one line. */
const limits = { levels: 20, keyLength: 200 };

const kinds = {
  mapping: 'a mapping of fields to values',
  list: 'a list',
  string: 'a string that is not empty',
  json: `a JSON value of at most ${limits.levels} levels, with keys of at most ${limits.keyLength} characters`,
} as const;

type Step = string | number;

/** Applies the operations in turn to the plain value of director.yaml, in place. Throws EditRejected for the first that cannot be. */
export function applyOperations(root: JsonObject, operations: readonly ConfigurationOperation[]): void {
  operations.forEach((operation, index) => new OperationTarget(root, operation, index).apply());
}

/** A path in its steps; null where it is none. */
function parsePath(path: string): readonly Step[] | null {
  if (path.length > limits.keyLength || !/^[^.[\]]+(?:\[\d{1,9}\])*(?:\.[^.[\]]+(?:\[\d{1,9}\])*)*$/.test(path))
    return null;
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)));
}

class OperationTarget {
  constructor(
    private readonly root: JsonObject,
    private readonly operation: ConfigurationOperation,
    private readonly index: number,
  ) {}

  apply(): void {
    const { operation } = this;
    switch (operation.op) {
      case 'add':
        return this.add(operation.value);
      case 'set':
        return operation.path === undefined
          ? this.setAll(operation.value)
          : this.set(operation.path, this.valueOf(operation.value));
      case 'unset':
        return this.unset(operation.path);
      case 'rename':
        return this.rename(operation.value);
      case 'remove':
        return this.remove();
    }
  }

  private add(given: unknown): void {
    const { name } = this.operation;
    const list = this.list();
    const fields = this.fieldsOf(given, name);
    this.assertFree(name);
    const resource = Object.fromEntries([['name', name], ...Object.entries(fields).filter(([key]) => key !== 'name')]);
    if (list === null) setMember(this.root, this.listKey(), [resource]);
    else list.push(resource);
  }

  private setAll(given: unknown): void {
    const resource = this.resource();
    const fields = this.fieldsOf(given, memberOf(resource, 'name'));
    for (const key of Object.keys(resource)) {
      if (key !== 'name' && !Object.hasOwn(fields, key)) Reflect.deleteProperty(resource, key);
    }
    for (const [key, value] of Object.entries(fields)) setMember(resource, key, value);
  }

  private set(path: string, value: JsonValue): void {
    const { parent, step } = this.parentOf(path);
    if (typeof step === 'string') {
      if (!isJsonObject(parent)) this.rejectParent(path, 'mapping');
      setMember(parent, step, value);
    } else {
      if (!Array.isArray(parent)) this.rejectParent(path, 'list');
      if (step > parent.length) this.rejectPath(path);
      parent[step] = value;
    }
  }

  private unset(path: string): void {
    const { parent, step } = this.parentOf(path);
    if (typeof step === 'string' && isJsonObject(parent) && Object.hasOwn(parent, step)) {
      Reflect.deleteProperty(parent, step);
    } else if (typeof step === 'number' && Array.isArray(parent) && step < parent.length) {
      parent.splice(step, 1);
    } else this.rejectPath(path);
  }

  private rename(given: unknown): void {
    if (typeof given !== 'string' || given === '') this.rejectKind('string');
    const { type, name } = this.operation;
    const resource = this.resource();
    if (type !== 'director' && given !== name) this.assertFree(given);
    setMember(resource, 'name', given);
    for (const { from, field, to } of resourceReferences) {
      if (to !== type) continue;
      for (const other of this.objectsOf(from)) {
        if (memberOf(other, field) === name) setMember(other, field, given);
      }
    }
  }

  private remove(): void {
    const list = this.list() ?? [];
    list.splice(list.indexOf(this.resource()), 1);
  }

  /** The object or list that contains the last step of the path. */
  private parentOf(path: string): { readonly parent: JsonValue; readonly step: Step } {
    const steps = parsePath(path);
    const last = steps?.at(-1);
    if (!steps || last === undefined) this.rejectPath(path);
    if (steps.length === 1 && last === 'name') {
      this.reject('name_needs_rename', 'keeps its name: use the operation rename to change it');
    }
    let parent: JsonValue = this.resource();
    for (const step of steps.slice(0, -1)) {
      const next: JsonValue | undefined =
        typeof step === 'number'
          ? Array.isArray(parent)
            ? parent[step]
            : undefined
          : isJsonObject(parent)
            ? memberOf(parent, step)
            : undefined;
      if (next === undefined) this.rejectPath(path);
      parent = next;
    }
    return { parent, step: last };
  }

  private resource(): JsonObject {
    const { type, name } = this.operation;
    if (type === 'director') return this.director();
    const [found, other] = this.objectsOf(this.resourceType()).filter(
      (resource) => memberOf(resource, 'name') === name,
    );
    if (found === undefined) this.reject('unknown_resource', 'does not exist', { type, name });
    if (other !== undefined) {
      this.reject('ambiguous_name', `is not unique: several ${this.listKey()} have this name`, { type, name });
    }
    return found;
  }

  private director(): JsonObject {
    if (this.operation.op === 'add' || this.operation.op === 'remove') {
      this.reject('single_director', 'cannot be added or removed: every file has exactly one Director');
    }
    const director = memberOf(this.root, 'director') ?? {};
    if (!isJsonObject(director)) this.rejectKind('mapping');
    setMember(this.root, 'director', director);
    return director;
  }

  /** null: the file has no such list yet. */
  private list(): JsonValue[] | null {
    if (this.operation.type === 'director') this.director();
    return this.listOf(this.resourceType());
  }

  private listOf(type: ResourceType): JsonValue[] | null {
    const list = memberOf(this.root, resourceLists[type]) ?? null;
    if (list !== null && !Array.isArray(list)) this.rejectKind('list', resourceLists[type]);
    return list;
  }

  private objectsOf(type: ResourceType): readonly JsonObject[] {
    return (this.listOf(type) ?? []).filter(isJsonObject);
  }

  private resourceType(): ResourceType {
    const { type } = this.operation;
    if (!Object.hasOwn(resourceLists, type)) {
      const types = Object.keys(resourceLists).join(', ');
      this.reject('unknown_type', `is of no known type. Types are ${types}`, { type, types });
    }
    return type as ResourceType;
  }

  private listKey(): string {
    return resourceLists[this.resourceType()];
  }

  private assertFree(name: string): void {
    const { type } = this.operation;
    const isTaken = this.objectsOf(this.resourceType()).some((resource) => memberOf(resource, 'name') === name);
    if (isTaken) this.reject('name_taken', `cannot have the name ${name}: another ${type} has it`, { type, name });
  }

  private fieldsOf(given: unknown, name: JsonValue | undefined): JsonObject {
    const value = this.valueOf(given);
    if (!isJsonObject(value)) this.rejectKind('mapping');
    if (Object.hasOwn(value, 'name') && value['name'] !== name) {
      this.reject('name_needs_rename', 'keeps its name: use the operation rename to change it');
    }
    return value;
  }

  private valueOf(given: unknown): JsonValue {
    const value = toJsonValue(given, limits);
    return value === undefined ? this.rejectKind('json') : value;
  }

  private rejectPath(path: string): never {
    this.reject('unknown_path', `has no ${path}`, { path });
  }

  private rejectParent(path: string, expected: 'mapping' | 'list'): never {
    this.reject('wrong_parent', `has no ${path}: what contains it is not a ${expected}`, { path, expected });
  }

  private rejectKind(expected: keyof typeof kinds, place?: string): never {
    this.reject('wrong_kind', `must be ${kinds[expected]}`, { expected }, place);
  }

  private reject(
    reason: EditRejectionReason,
    sentence: string,
    params: MessageParams = {},
    place = this.place(),
  ): never {
    throw new EditRejected({ reason, operation: this.index, place, sentence, params, line: null, column: null });
  }

  private place(): string {
    const { type, name } = this.operation;
    return type === 'director' ? type : `${type} ${name}`;
  }
}
