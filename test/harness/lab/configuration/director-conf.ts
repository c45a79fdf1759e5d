import { jobResources } from './job-resources.js';
import { consoleResources } from './console-resources.js';
import { labClients, type LabPlan, workFolder } from './lab-plan.js';
import { tlsOfListener } from './tls-directives.js';

export function directorConf(plan: LabPlan): string {
  return [
    directorResource(plan),
    catalogResource(plan),
    messagesResources(plan),
    ...[...labClients, 'gone-fd' as const].map((name) => clientResource(plan, name)),
    storageResource(plan, 'File1', 'FileChanger', true),
    storageResource(plan, 'File2', 'FileDevice', false),
    ...(plan.changerScript === null ? [] : [storageResource(plan, 'Tapes', 'TapeChanger', true)]),
    poolResource('FullPool', 'Full-', 'MergedPool'),
    poolResource('IncrPool', 'Incr-', 'MergedPool'),
    poolResource('MergedPool', 'Merged-'),
    poolResource('ManualPool', null),
    jobResources(plan),
    consoleResources(plan),
  ].join('\n');
}

function directorResource(plan: LabPlan): string {
  const folder = workFolder(plan, 'director');
  return `Director {
  Name = "${plan.directorName}"
  DirAddresses = { ip = { addr = 127.0.0.1; port = ${plan.ports.director} } }
  Query File = "${folder}/query.sql"
  Working Directory = "${folder}"
  Pid Directory = "${folder}"
  Maximum Concurrent Jobs = 20
  Maximum Console Connections = ${plan.maximumConsoleConnections}
  FD Connect Timeout = 4 seconds
  SD Connect Timeout = 4 seconds
  Password = "${plan.consoles.default.password}"
  Messages = Daemon
${tlsOfListener(plan)}}
`;
}

function catalogResource({ database }: LabPlan): string {
  return `Catalog {
  Name = MyCatalog
  DB Name = "${database.database}"
  DB Address = "${database.host}"
  DB Port = ${database.port}
  User = "${database.user}"
  Password = "${database.password}"
}
`;
}

function messagesResources({ folders }: LabPlan): string {
  return ['Standard', 'Daemon']
    .map(
      (name) => `Messages {
  Name = ${name}
  Console = all, !skipped, !saved
  Append = "${folders.logs}/${name.toLowerCase()}.log" = all, !skipped
  Catalog = all, !skipped, !saved
}
`,
    )
    .join('\n');
}

function clientResource(plan: LabPlan, name: keyof LabPlan['ports']): string {
  return `Client {
  Name = ${name}
  Address = 127.0.0.1
  FD Port = ${plan.ports[name]}
  Catalog = MyCatalog
  Password = "${plan.clientPassword}"
  File Retention = 60 days
  Job Retention = 6 months
  AutoPrune = no
  Maximum Concurrent Jobs = 10
}
`;
}

function storageResource(plan: LabPlan, name: string, device: string, isChanger: boolean): string {
  return `Storage {
  Name = ${name}
  Address = 127.0.0.1
  SD Port = ${plan.ports.storage}
  Password = "${plan.storagePassword}"
  Device = ${device}
  Media Type = ${name}
  Maximum Concurrent Jobs = 10
${isChanger ? `  Autochanger = ${name}\n` : ''}}
`;
}

/** A VirtualFull of what lies in a pool is written to the next one. */
function poolResource(name: string, labelFormat: string | null, nextPool: string | null = null): string {
  return `Pool {
  Name = ${name}
  Pool Type = Backup
  Recycle = yes
  AutoPrune = no
  Volume Retention = 365 days
  Maximum Volume Bytes = 1G
  Maximum Volumes = 100
${labelFormat === null ? '' : `  Label Format = "${labelFormat}"\n`}${nextPool === null ? '' : `  Next Pool = ${nextPool}\n`}  Storage = File1
}
`;
}
