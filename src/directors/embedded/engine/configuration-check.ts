import { type ConfigurationFinding } from '../../../domain/configuration.port.js';
import { FolderHangs } from '../file-helper/file-helper.js';
import {
  findingsOf,
  missingPath,
  newIncludes,
  placed,
  type PlainFinding,
} from '../configuration/configuration-findings.js';
import { RejectedResources } from '../resources/configuration-file.js';
import { parseDirectorYaml } from '../resources/parse-director-yaml.js';
import { type Renames } from '../resources/renames.js';
import { type Configuration } from '../resources/current-resources.js';
import { type Resources } from '../resources/resources.js';
import { rejectLostStorages } from './endangered-storages.js';
import { type Engine } from './engine.js';
import { findTakenNames, placeOfName, takenNameSentence } from './taken-names.js';

interface Checked extends Configuration {
  readonly renames: Renames;
  readonly now: Date;
  readonly dataFolder: string;
}

/** More paths are not checked: each needs a call, and a disk that hangs takes seconds. */
const mostPaths = 100;

/** What is wrong or unusual in definitions that the reader accepts, if they replaced those in force. */
export async function checkReplacement(engine: Engine, checked: Checked): Promise<readonly ConfigurationFinding[]> {
  const { text, resources: after, renames, now, dataFolder } = checked;
  const { resources: before } = engine;
  const found = [
    ...findingsOf({ before, after, renames, now, dataFolder }),
    ...(await takenNames(engine, after, renames)),
    ...(await lostStorages(engine, after, renames)),
    ...(await missingPaths(engine, before, after)),
  ];
  // To parse thousands of resources once more takes a second.
  if (found.length === 0) return [];
  const yaml = parseDirectorYaml(text);
  return found.map((finding) => placed(finding, yaml));
}

async function takenNames(engine: Engine, after: Resources, renames: Renames): Promise<readonly PlainFinding[]> {
  return (await findTakenNames(engine.pool, renames)).map((taken): PlainFinding => {
    const { type, name } = taken;
    const message = takenNameSentence(taken);
    return {
      severity: 'error',
      code: 'name_in_history',
      place: placeOfName(after, taken),
      message,
      params: { type, name },
    };
  });
}

/** The same rules as when it is put into force, when a run may use the storage. */
async function lostStorages(engine: Engine, after: Resources, renames: Renames): Promise<readonly PlainFinding[]> {
  const { pool, files, resources } = engine;
  try {
    await rejectLostStorages(resources, after, renames, { pool, files, busy: new Set() });
    return [];
  } catch (error) {
    if (!(error instanceof RejectedResources)) throw error;
    return error.faults.map(({ place, sentence }) => {
      return { severity: 'error', code: 'rejected', place, message: sentence, params: {} };
    });
  }
}

async function missingPaths({ files }: Engine, before: Resources, after: Resources): Promise<readonly PlainFinding[]> {
  const included = newIncludes(before, after).slice(0, mostPaths);
  const found = await Promise.all(
    included.map(async ({ place, path }): Promise<readonly PlainFinding[]> => {
      try {
        return (await files.of(path).isThere(path)) ? [] : [missingPath(place, path)];
      } catch (error) {
        if (!(error instanceof FolderHangs)) return [];
        const message = `${path} cannot be checked: its disk does not respond`;
        return [{ severity: 'warning', code: 'path_unchecked', place, message, params: { path } }];
      }
    }),
  );
  return found.flat();
}
