import { EditRejected, type EditRejectionReason } from './edit-rejection.js';
import { isJsonObject, type JsonObject, type JsonValue, memberOf, setMember, toJsonValue } from './json-value.js';
import { type MessageParams } from '../../../domain/error-codes.js';
import { resourceLists, resourceReferences, type ResourceType } from '../resources/resource-types.js';

/**
 * One step of a change to the configuration. `type` is a resource type or `director`. A file has one Director, so that its name is
 * not compared. Paths are those in the reader's messages, such as `starts[0].at`; `set` with the length of a list as the index appends.
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

/** No setting needs more. A deeper value could exhaust the stack, and YAML limits a key on one line to 1,024 characters. */
const limits = { levels: 20, keyLength: 200 };

const kinds = {
  mapping: 'a mapping of fields to values',
  list: 'a list',
  string: 'a string that is not empty',
  json: `a JSON value of at most ${limits.levels} levels, with keys of at most ${limits.keyLength} characters`,
} as const;

type Step = string | number;

/** Applies the operations in turn to the plain value of director.yaml, in place. Throws EditRejected for the first one that is invalid. */
export function applyOperations(root: JsonObject, operations: readonly ConfigurationOperation[]): void {
  operations.forEach((operation, index) => new OperationTarget(root, operation, index).apply());
}

/** The steps of a path; null if it is invalid. */
function parsePath(path: string): readonly Step[] | null {
  if (path.length > limits.keyLength || !/^[^.[\]]+(?:\[\d{1,9}\])*(?:\.[^.[\]]+(?:\[\d{1,9}\])*)*$/.test(path))
    return null;
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)));
}

function childOf(parent: JsonValue, step: Step): JsonValue | undefined {
  if (typeof step === 'number') return Array.isArray(parent) ? parent[step] : undefined;
  return isJsonObject(parent) ? memberOf(parent, step) : undefined;
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
        this.add(operation.value);
        break;
      case 'set':
        if (operation.path === undefined) this.setAll(operation.value);
        else this.set(operation.path, this.toValue(operation.value));
        break;
      case 'unset':
        this.unset(operation.path);
        break;
      case 'rename':
        this.rename(operation.value);
        break;
      case 'remove':
        this.remove();
    }
  }

  private add(given: unknown): void {
    const { name } = this.operation;
    const list = this.openList();
    const fields = this.fieldsOf(given, name);
    this.assertFree(name);
    const resource = Object.fromEntries([['name', name], ...Object.entries(fields).filter(([key]) => key !== 'name')]);
    list.push(resource);
  }

  private setAll(given: unknown): void {
    const resource = this.findResource();
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
    const resource = this.findResource();
    if (type !== 'director' && given !== name) this.assertFree(given);
    setMember(resource, 'name', given);
    for (const { from, field, to } of resourceReferences) {
      if (to !== type) continue;
      for (const other of this.objectsOf(from)) {
        const value = memberOf(other, field);
        if (value === name) setMember(other, field, given);
        if (Array.isArray(value)) value.forEach((item, index) => item === name && value.splice(index, 1, given));
      }
    }
  }

  private remove(): void {
    const list = this.openList();
    list.splice(list.indexOf(this.findResource()), 1);
  }

  /** The object or list that contains the last step of the path. */
  private parentOf(path: string): { readonly parent: JsonValue; readonly step: Step } {
    const steps = parsePath(path);
    const last = steps?.at(-1);
    if (!steps || last === undefined) this.rejectPath(path);
    if (steps.length === 1 && last === 'name') {
      this.reject('name_needs_rename', 'keeps its name: use the operation rename to change it');
    }
    let parent: JsonValue = this.findResource();
    for (const step of steps.slice(0, -1)) {
      const next = childOf(parent, step);
      if (next === undefined) this.rejectPath(path);
      parent = next;
    }
    return { parent, step: last };
  }

  private findResource(): JsonObject {
    const { type, name } = this.operation;
    if (type === 'director') return this.openDirector();
    const [found, other] = this.objectsOf(this.requireType()).filter((resource) => memberOf(resource, 'name') === name);
    if (found === undefined) this.reject('unknown_resource', 'does not exist', { type, name });
    if (other !== undefined) {
      this.reject('ambiguous_name', `is not unique: several ${this.listKey()} have this name`, { type, name });
    }
    return found;
  }

  /** Of a file without one: a new one. */
  private openDirector(): JsonObject {
    const director = memberOf(this.root, 'director') ?? {};
    if (!isJsonObject(director)) this.rejectKind('mapping');
    setMember(this.root, 'director', director);
    return director;
  }

  /** Of a file without this list: a new one. */
  private openList(): JsonValue[] {
    if (this.operation.type === 'director') {
      this.reject('single_director', 'cannot be added or removed: every file has exactly one Director');
    }
    const list = this.listOf(this.requireType()) ?? [];
    setMember(this.root, this.listKey(), list);
    return list;
  }

  private listOf(type: ResourceType): JsonValue[] | null {
    const list = memberOf(this.root, resourceLists[type]) ?? null;
    if (list !== null && !Array.isArray(list)) this.rejectKind('list', resourceLists[type]);
    return list;
  }

  private objectsOf(type: ResourceType): readonly JsonObject[] {
    return (this.listOf(type) ?? []).filter(isJsonObject);
  }

  private requireType(): ResourceType {
    const { type } = this.operation;
    if (!Object.hasOwn(resourceLists, type)) {
      const types = Object.keys(resourceLists).join(', ');
      this.reject('unknown_type', `has an unknown type. Types are ${types}`, { type, types });
    }
    return type as ResourceType;
  }

  private listKey(): string {
    return resourceLists[this.requireType()];
  }

  private assertFree(name: string): void {
    const { type } = this.operation;
    const isTaken = this.objectsOf(this.requireType()).some((resource) => memberOf(resource, 'name') === name);
    if (isTaken) this.reject('name_taken', `cannot have the name ${name}: another ${type} has it`, { type, name });
  }

  private fieldsOf(given: unknown, name: JsonValue | undefined): JsonObject {
    const value = this.toValue(given);
    if (!isJsonObject(value)) this.rejectKind('mapping');
    if (Object.hasOwn(value, 'name') && value['name'] !== name) {
      this.reject('name_needs_rename', 'keeps its name: use the operation rename to change it');
    }
    return value;
  }

  private toValue(given: unknown): JsonValue {
    const value = toJsonValue(given, limits);
    return value === undefined ? this.rejectKind('json') : value;
  }

  private rejectPath(path: string): never {
    this.reject('unknown_path', `has no ${path}`, { path });
  }

  private rejectParent(path: string, expected: 'mapping' | 'list'): never {
    this.reject('wrong_parent', `has no ${path}: the value that contains it is not a ${expected}`, { path, expected });
  }

  private rejectKind(expected: keyof typeof kinds, place?: string): never {
    this.reject('wrong_kind', `must be ${kinds[expected]}`, { expected }, place);
  }

  private reject(
    reason: EditRejectionReason,
    sentence: string,
    params: MessageParams = {},
    place = this.describeTarget(),
  ): never {
    throw new EditRejected({ reason, operation: this.index, place, sentence, params, line: null, column: null });
  }

  private describeTarget(): string {
    const { type, name } = this.operation;
    return type === 'director' ? type : `${type} ${name}`;
  }
}
