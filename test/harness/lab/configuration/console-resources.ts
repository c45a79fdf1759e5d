import { type LabConsole, type LabPlan } from './lab-plan.js';
import { tlsOfListener } from './tls-directives.js';

const everything = ['Job', 'Client', 'Storage', 'Schedule', 'Pool', 'FileSet', 'Catalog', 'Where', 'PluginOptions'];

const readingCommands = [
  'list',
  'llist',
  'show',
  'status',
  'version',
  'messages',
  'quit',
  'estimate',
  '.api',
  '.quit',
  '.jobs',
  '.clients',
  '.filesets',
  '.pools',
  '.storage',
  '.schedule',
  '.defaults',
  '.status',
  '.bvfs_update',
  '.bvfs_get_jobids',
  '.bvfs_lsdirs',
  '.bvfs_lsfiles',
];

export function consoleResources(plan: LabPlan): string {
  const all = [...everything, 'Command'].map((kind) => `  ${kind}ACL = *all*\n`).join('');
  const few = `  JobACL = BackupAlpha, RestoreFiles
  ClientACL = alpha-fd
  StorageACL = File1
  ScheduleACL = Nightly
  PoolACL = FullPool
  FileSetACL = AlphaSet
  CatalogACL = MyCatalog
  WhereACL = *all*
  CommandACL = ${readingCommands.join(', ')}
`;
  return consoleResource(plan, plan.consoles.web, all) + consoleResource(plan, plan.consoles.restricted, few);
}

function consoleResource(plan: LabPlan, { name, password }: LabConsole, lists: string): string {
  return `Console {\n  Name = "${name ?? ''}"\n  Password = "${password}"\n${lists}${tlsOfListener(plan)}}\n`;
}
