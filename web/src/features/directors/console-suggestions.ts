/** Commands that only read, ready to send. A test compares them with the server's list. */
export const consoleSuggestions: readonly string[] = [
  'status director',
  'list jobs limit=20',
  'list jobtotals',
  'list volumes',
  'list pools',
  'list clients',
  'show schedules',
  'show disabled',
  'version',
  'time',
  'help',
];
