import {
  type ConfiguredResource,
  type ResourceName,
  type Settings,
} from '../../../domain/configuration-reader.port.js';
import { positionOf } from './configuration-faults.js';
import { type Configuration } from './current-resources.js';
import { type DirectorYaml, parseDirectorYaml } from './parse-director-yaml.js';
import { resourceLists, resourceReferences, resourceTypes } from './resource-types.js';

/**
 * The resources as the text of a configuration has them, with their lines and what refers to them. `configuration` is valid: the
 * reader has checked it.
 */
export function indexResources({ text, resources }: Configuration): readonly ConfiguredResource[] {
  const yaml = parseDirectorYaml(text);
  const root = settingsOf(yaml.value);
  const users = usersOf(root);
  const director = { type: 'director', name: resources.director.name, usedBy: [] };
  return [
    { ...director, line: lineOf(yaml, 'director'), own: settingsOf(root['director']) },
    ...resourceTypes.flatMap((type) =>
      itemsOf(root, resourceLists[type]).map((own, index): ConfiguredResource => {
        const name = String(own['name']);
        const line = lineOf(yaml, `${resourceLists[type]}[${index}]`);
        return { type, name, line, own, usedBy: users.get(keyOf(type, name)) ?? [] };
      }),
    ),
  ];
}

/** Who refers to each resource. */
function usersOf(root: Settings): ReadonlyMap<string, readonly ResourceName[]> {
  const users = new Map<string, ResourceName[]>();
  for (const { from, field, to } of resourceReferences) {
    for (const user of itemsOf(root, resourceLists[from])) {
      const named: unknown = user[field] ?? [];
      for (const name of new Set<unknown>(Array.isArray(named) ? named : [named])) {
        const key = keyOf(to, String(name));
        const known = users.get(key) ?? [];
        known.push({ type: from, name: String(user['name']) });
        users.set(key, known);
      }
    }
  }
  return users;
}

function keyOf(type: string, name: string): string {
  return `${type} ${name}`;
}

function settingsOf(value: unknown): Settings {
  return (value ?? {}) as Settings;
}

function itemsOf(root: Settings, list: string): readonly Settings[] {
  return (root[list] ?? []) as readonly Settings[];
}

function lineOf(yaml: DirectorYaml, place: string): number | null {
  return positionOf(yaml, place)?.line ?? null;
}
