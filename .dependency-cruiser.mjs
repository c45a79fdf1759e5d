/** Files that put the console together: they may import everything. */
const assembly =
  '^src/(main|cli|app\\.module|public-api-modules|openapi|data-source|(bootstrap|api-document)/[^/]+)\\.ts$|^ormconfig\\.ts$';
/** What every feature stands on. */
const ground = '^src/(domain|platform|config|database|http)/';
/** What every feature may import besides: events and audit records are written in the transaction of their cause. */
const common = ['events', 'audit', 'runs'];
/** The features, each with the other features that it may import. The whole list is here. */
const features = {
  access: ['saved-filters'],
  audit: [],
  clients: ['monitoring'],
  clock: [],
  conditions: ['media'],
  configuration: ['media'],
  directors: ['clients', 'monitoring', 'media', 'search-index'],
  events: [],
  jobs: [],
  media: [],
  metrics: [],
  monitoring: [],
  notifications: [],
  pages: [],
  restore: [],
  runs: [],
  'saved-filters': ['access'],
  'search-index': [],
  stats: [],
};

function importsOf(name) {
  if (name === 'events' || name === 'audit') return [];
  if (name === 'runs') return ['events', 'audit'];
  return [...common, ...features[name]];
}

function featureRule(name) {
  const imported = importsOf(name);
  return {
    name: `feature-${name}`,
    severity: 'error',
    comment:
      'A feature imports the ground and the features named for it above. A new edge is a decision: add it there.',
    from: { path: `^src/features/${name}/`, pathNot: '\\.spec\\.ts$' },
    to: { path: '^src/', pathNot: [ground, `^src/features/(${[name, ...imported].join('|')})/`] },
  };
}

/** Each puts the texts of all parts of the page together. */
const languages = '^web/src/i18n/(later\\.)?(en|de)\\.ts$';

/** Imports run one way: features → ground ← catalog, directors and senders, put together in the assembly files. */
export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'A circle means that two things have one job: move the shared part down.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-stands-alone',
      severity: 'error',
      comment:
        'Rules and ports are plain TypeScript, so that they are tested in milliseconds and outlive every library.',
      from: { path: '^src/domain/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^src/domain/' },
    },
    {
      name: 'ground-knows-no-feature',
      severity: 'error',
      comment: 'Code that knows a feature cannot be used by the next one.',
      from: { path: ground },
      to: { path: '^src/', pathNot: ground },
    },
    ...Object.keys(features).map(featureRule),
    {
      name: 'every-feature-has-a-rule',
      severity: 'error',
      comment: 'A new folder below src/features must be named in the list above.',
      from: { path: '^src/features/', pathNot: `^src/features/(${Object.keys(features).join('|')})/` },
      to: {},
    },
    {
      name: 'catalog-behind-ports',
      severity: 'error',
      comment: 'The catalog readers implement ports of domain and know no feature and no Director.',
      from: { path: '^src/catalog/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(catalog|domain|platform|database|config)/' },
    },
    {
      name: 'directors-behind-ports',
      severity: 'error',
      comment: 'Directors implement ports of domain; which one answers is decided where the console is put together.',
      from: { path: '^src/directors/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(directors|catalog|senders|domain|platform|database|config)/' },
    },
    {
      name: 'senders-behind-ports',
      severity: 'error',
      comment: 'Mail and webhooks are sent behind ports of domain.',
      from: { path: '^src/senders/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(senders|domain|platform|config)/' },
    },
    {
      name: 'typeorm-stays-low',
      severity: 'error',
      comment: 'Only entities, repositories and the database folder know the mapper.',
      from: {
        path: '^src/',
        pathNot: ['\\.(entity|entities|repository)\\.ts$', '^src/database/', assembly, '\\.module\\.ts$'],
      },
      to: { path: 'node_modules/(typeorm|@nestjs/typeorm)/' },
    },
    {
      name: 'sockets-behind-ports',
      severity: 'error',
      comment: 'What opens a connection to the outside implements a port.',
      from: {
        path: '^src/',
        pathNot: ['^src/(directors|catalog|senders|database|platform/ssrf-guard)/', assembly],
      },
      to: { path: '^(net|tls|dgram|node:net|node:tls|node:dgram)$' },
    },
    {
      name: 'page-knows-only-the-api',
      severity: 'error',
      comment:
        'From the server the page knows the HTTP API and the types generated from its document, like every other client.',
      from: { path: '^web/' },
      to: { path: '^(src|test|scripts)/|^ormconfig' },
    },
    {
      name: 'page-ground-knows-no-page',
      severity: 'error',
      comment: 'What all pages share is below them.',
      from: { path: '^web/src/(api|i18n|components|data-table|charts)/', pathNot: languages },
      to: { path: '^web/src/', pathNot: '^web/src/(api|i18n|components|data-table|charts)/' },
    },
    {
      name: 'pages-know-no-page',
      severity: 'error',
      comment:
        'A page links to another by its address; what two of them share belongs in components, data-table or charts.',
      from: { path: '^web/src/(?:features/([^/]+)|command-palette)/' },
      to: {
        path: '^web/src/',
        pathNot: ['^web/src/(app|api|i18n|components|data-table|charts|command-palette)/', '^web/src/features/$1/'],
      },
    },
    {
      name: 'texts-are-loaded-by-language',
      severity: 'error',
      comment:
        'Texts that code imports are loaded in their language whatever the user reads: take them from useMessages or messagesOf.',
      from: { path: '^web/src/', pathNot: [languages, '\\.de\\.ts$', '^web/src/i18n/messages\\.ts$'] },
      to: { path: '^web/src/.*[./](en|de)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'german-without-english',
      severity: 'error',
      comment: 'Who reads German does not load the English texts; their types are enough.',
      from: { path: '^web/src/.*[./]de\\.ts$' },
      to: { path: '^web/src/.*[./]en\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-without-page-code',
      severity: 'error',
      comment: 'The server hands out the built files of the page and knows nothing of its inside.',
      from: { path: '^src/' },
      to: { path: '^web/' },
    },
    {
      name: 'production-without-test-code',
      severity: 'error',
      comment: 'No test switches in production code.',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
