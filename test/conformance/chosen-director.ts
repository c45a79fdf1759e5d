import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { type RemoteDirectorSettings } from '../../src/domain/director-settings.js';
import { YamlFields } from '../../src/config/yaml-fields.js';
import { readRemoteDirector } from '../../src/bootstrap/remote-director-entry.js';
import { remoteDirectors } from './lab-subject.js';
import { type ConformanceJobs, type Subject, type SubjectPlan } from './subject.js';

const jobNames = [
  'ok',
  'beta',
  'withSpace',
  'warning',
  'scriptFails',
  'clientDown',
  'endless',
  'asleep',
  'many',
  'disabled',
  'admin',
  'scheduled',
  'pipe',
] as const;

interface Chosen {
  readonly settings: RemoteDirectorSettings;
  readonly jobs: ConformanceJobs;
  readonly source: string;
  readonly where: string;
  readonly otherClient: string | null;
  readonly many: NonNullable<Subject['many']> | null;
}

/** Any Director as a settings file tells of it. Throws an Error with a line for each fault of the file. */
export function chosenPlan(file: string): SubjectPlan {
  const chosen = readChosen(file);
  const { settings, jobs, otherClient } = chosen;
  return {
    title: `${settings.name} (${settings.kind}, ${settings.address}:${settings.port})`,
    jobs,
    hasOtherClient: otherClient !== null,
    canRestart: false,
    relocates: true,
    open: () => open(chosen),
  };
}

async function open({ settings, source, where, otherClient, many }: Chosen): Promise<Subject> {
  const directors = remoteDirectors();
  const found = await directors.probe(settings, AbortSignal.timeout(30_000), false);
  const failed = found.filter(({ status }) => status === 'failed');
  if (failed.length > 0) {
    const lines = failed.map(({ stage, detail }) => `${stage}: ${detail}`);
    throw new Error(`Director ${settings.name} cannot be tested.\n${lines.join('\n')}`);
  }
  const connected = directors.connect(settings);
  return {
    director: connected.director,
    catalog: connected.catalog,
    source,
    where,
    close: () => connected.close(),
    ...(otherClient === null ? {} : { otherClient }),
    ...(many === null ? {} : { many }),
  };
}

function readChosen(file: string): Chosen {
  const faults: string[] = [];
  const root = YamlFields.of(parseDocument(readFileSync(file, 'utf8')).toJS({ maxAliasCount: 100 }) ?? {}, '', faults);
  const settings = readSettings(root.mapping('director'));
  const [source, where, otherClient] = [root.text('source'), root.text('where'), root.optionalText('otherClient')];
  const [jobs, many] = [readJobs(root.mapping('jobs')), readMany(root)];
  if (jobs.many !== undefined && many === null)
    faults.push('many: is missing; tell the folder of jobs.many and its files');
  root.rejectUnknownFields();
  if (faults.length > 0) throw new Error(faults.map((fault) => `CONFORMANCE_DIRECTOR ${file}: ${fault}`).join('\n'));
  return { settings, jobs, source, where, otherClient, many };
}

function readSettings(fields: YamlFields): RemoteDirectorSettings {
  const [name, kind] = [fields.text('name'), fields.choice('kind', ['bacula', 'bareos'], 'bacula')];
  const settings = readRemoteDirector(fields, name, kind);
  fields.rejectUnknownFields();
  return settings;
}

function readJobs(fields: YamlFields): ConformanceJobs {
  const others = jobNames.flatMap((role) => {
    const name = role === 'ok' ? fields.text(role) : fields.optionalText(role);
    return name === null ? [] : [[role, name] as const];
  });
  fields.rejectUnknownFields();
  return { ok: '', ...Object.fromEntries(others) };
}

function readMany(root: YamlFields): Chosen['many'] {
  if (!root.has('many')) {
    root.optionalText('many');
    return null;
  }
  const fields = root.mapping('many');
  const many = { folder: fields.text('folder'), files: fields.integer('files', 0, 1, 10_000_000) };
  fields.rejectUnknownFields();
  return many;
}
