/** The types of resources that director.yaml lists, each with the key of its list. */
export const resourceLists = {
  client: 'clients',
  storage: 'storages',
  pool: 'pools',
  fileset: 'filesets',
  schedule: 'schedules',
  job: 'jobs',
} as const;

export type ResourceType = keyof typeof resourceLists;

export const resourceTypes = Object.keys(resourceLists) as readonly ResourceType[];

/** Fields that contain the name of another resource, or a list of names. The reader checks them, a rename changes them. */
export const resourceReferences = [
  { from: 'job', field: 'client', to: 'client' },
  { from: 'job', field: 'fileset', to: 'fileset' },
  { from: 'job', field: 'storage', to: 'storage' },
  { from: 'job', field: 'pool', to: 'pool' },
  { from: 'job', field: 'schedule', to: 'schedule' },
  { from: 'job', field: 'jobs', to: 'job' },
] as const;
