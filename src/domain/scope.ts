/**
 * What part of a Director a caller may see and touch. Every port call takes one, so that limiting a role to some jobs
 * or clients later touches no feature. Today every caller's scope is everything.
 */
export interface Scope {
  readonly jobs: 'all';
  readonly clients: 'all';
}

export const everything: Scope = { jobs: 'all', clients: 'all' };
