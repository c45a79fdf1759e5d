/** The lists of the web console that have filters. */
export const filteredPages = [
  ...(['runs', 'jobs', 'clients', 'events', 'volumes'] as const),
  ...(['audit', 'audit_tokens', 'tokens', 'users', 'monitoring', 'channels', 'deliveries'] as const),
] as const;
export type FilteredPage = (typeof filteredPages)[number];
