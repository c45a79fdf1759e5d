import { mkdirSync, writeFileSync } from 'node:fs';
import { bconsoleConf, clientConf, storageConf } from './configuration/daemon-confs.js';
import { directorConf } from './configuration/director-conf.js';
import { labClients, type LabConsole, type LabPlan, workFolder } from './configuration/lab-plan.js';

/** Writes the files that each daemon and each console starts from. They hold passwords, and only their owner reads them. */
export function configure(plan: LabPlan): void {
  mkdirSync(`${plan.folders.root}/etc`, { mode: 0o700 });
  const daemons = { director: directorConf(plan), storage: storageConf(plan) };
  const clients = Object.fromEntries(labClients.map((name) => [name, clientConf(plan, name)]));
  for (const [name, text] of Object.entries({ ...daemons, ...clients })) {
    mkdirSync(workFolder(plan, name), { recursive: true });
    writeFileSync(configurationFile(plan, name), text, { mode: 0o600 });
  }
  writeFileSync(`${workFolder(plan, 'director')}/query.sql`, '');
  for (const console of Object.values(plan.consoles) as LabConsole[]) {
    writeFileSync(bconsoleFile(plan, console), bconsoleConf(plan, console), { mode: 0o600 });
  }
}

export function configurationFile(plan: LabPlan, daemon: string): string {
  return `${plan.folders.root}/etc/${daemon}.conf`;
}

export function bconsoleFile(plan: LabPlan, { name }: LabConsole): string {
  return `${plan.folders.root}/etc/bconsole-${(name ?? 'default').replaceAll(' ', '-')}.conf`;
}
