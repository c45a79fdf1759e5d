const adapters = '^src/adapters/';
const assembly = '^src/(main|cli|app\\.module|openapi|data-source|start/[^/]+)\\.ts$|^ormconfig\\.ts$';
const feature =
  '^src/(auth|tokens|users|roles|audit|events|operations|restore|directors|storage-media|stats|monitoring|notifications|mirror)/';

/** Imports run one way: features → domain ← adapters, wired in the assembly files. */
export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'A ring means that two things have one job: move the shared part down.',
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
      name: 'platform-knows-no-feature',
      severity: 'error',
      comment: 'Plumbing that knows a feature cannot be used by the next one.',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/(platform|domain)/' },
    },
    {
      name: 'events-know-no-feature',
      severity: 'error',
      comment: 'Events are recorded by features, not the other way round.',
      from: { path: '^src/events/' },
      to: { path: '^src/', pathNot: '^src/(events|platform|domain)/' },
    },
    {
      name: 'features-meet-in-domain',
      severity: 'error',
      comment:
        'A feature uses domain, platform, events, runs and itself; auth alone also asks tokens, users and roles. What two features share belongs in domain, or in runs where it is the record of a run or the order that starts one.',
      from: { path: feature, pathNot: '^src/(auth|events)/' },
      to: { path: '^src/', pathNot: ['^src/(domain|platform|events|runs)/', '^src/$1/'] },
    },
    {
      name: 'runs-know-no-feature',
      severity: 'error',
      comment:
        'Runs is the ground that operations and restore both stand on (records of runs, orders that start them); it stays below them, and records events and audit records as every feature does.',
      from: { path: '^src/runs/' },
      to: { path: '^src/', pathNot: '^src/(runs|events|domain|platform)/' },
    },
    {
      name: 'auth-asks-who',
      severity: 'error',
      comment: 'The one cross edge between features: who is calling is known by tokens, users and roles.',
      from: { path: '^src/auth/' },
      to: { path: '^src/', pathNot: '^src/(auth|tokens|users|roles|domain|platform|events)/' },
    },
    {
      name: 'features-know-no-adapter',
      severity: 'error',
      comment: 'Features speak to ports; which Director answers is decided in app.module.ts.',
      from: { pathNot: [adapters, assembly, '\\.spec\\.ts$'], path: '^src/' },
      to: { path: adapters },
    },
    {
      name: 'adapters-know-no-feature',
      severity: 'error',
      comment: 'Adapters implement ports of domain; they may use platform/database, config and expressions.',
      from: { path: adapters },
      to: { path: '^src/', pathNot: '^src/(adapters|domain|platform/(database|config|expressions))/' },
    },
    {
      name: 'typeorm-stays-low',
      severity: 'error',
      comment: 'Only entities, repositories and platform/database know the mapper.',
      from: {
        path: '^src/',
        pathNot: ['\\.(entity|repository)\\.ts$', '^src/platform/database/', assembly, '\\.module\\.ts$'],
      },
      to: { path: 'node_modules/(typeorm|@nestjs/typeorm)/' },
    },
    {
      name: 'sockets-in-adapters',
      severity: 'error',
      comment: 'Whatever opens a connection to the outside stands behind a port.',
      from: { path: '^src/', pathNot: ['^src/adapters/', '^src/platform/database/', assembly] },
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
      name: 'page-parts-know-no-page',
      severity: 'error',
      comment: 'What all pages share stands below them.',
      from: { path: '^web/src/(api|words|parts|list|picture)/' },
      to: { path: '^web/src/', pathNot: '^web/src/(api|words|parts|list|picture)/' },
    },
    {
      name: 'pages-meet-in-parts',
      severity: 'error',
      comment: 'A page links to another by its address; what two of them share belongs in parts, list or picture.',
      from: {
        path: '^web/src/(overview|jobs|runs|calendar|restore|clients|storage|statistics|events|account|palette|administration/[^/]+)/',
      },
      to: { path: '^web/src/', pathNot: ['^web/src/(app|api|words|parts|list|picture)/', '^web/src/$1/'] },
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
