/** Who may import whom (docs/adr/0001): arrows point inward, siblings do not talk, a vendor is spoken in one place. */
const rooms = 'flow|commands|events|projections|gateways|workers|clients|formats|schemas|infra|test|bench';
const may = (from, ...allowed) => ({
  name: `${from} may import ${allowed.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: `^(${rooms})/`, pathNot: `^(${[from, ...allowed].join('|')})/` },
});
const vendor = (name, ...homes) => ({
  name: `${name} is spoken only in ${homes.join(' and ')}`,
  severity: 'error',
  from: { pathNot: `^(${homes.join('|')}|test|bench)/` },
  to: { path: `node_modules/${name}/` },
});
/**
 * The parts of a folder, innermost first, and what each may import of the others. None imports its loose files, which are
 * its entries, but for those below all parts.
 */
const stackOf = (folder, parts, below = '(?!)') => [
  {
    name: `${folder} has these parts only: ${Object.keys(parts).join(', ')}`,
    severity: 'error',
    from: {},
    to: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${Object.keys(parts).join('|')})/` },
  },
  {
    name: `what is below the parts of ${folder} imports none`,
    severity: 'error',
    from: { path: below },
    to: { path: `^${folder}/[^/]+/` },
  },
  ...Object.entries(parts).map(([part, allowed]) => ({
    name: `${folder}/${part} may import ${allowed.join(', ') || 'no other part'}`,
    severity: 'error',
    from: { path: `^${folder}/${part}/` },
    to: { path: `^${folder}/`, pathNot: [`^${folder}/(${[part, ...allowed].join('|')})/`, below] },
  })),
];
/** As `stackOf`, for a room without loose files. */
const partsOf = (room, parts) => [
  { name: `${room} has no loose files`, severity: 'error', from: {}, to: { path: `^${room}/[^/]+$` } },
  ...stackOf(room, parts),
];
const families = [
  'deposit',
  'archival-group',
  'container',
  'export',
  'import-job',
  'activity',
  'import-plan',
  'pipeline-run',
  'platform-job',
];
const commands = {
  storage: [],
  core: ['storage'],
  ...Object.fromEntries(families.map((family) => [family, ['core']])),
  reads: ['core', ...families],
  debris: ['core', 'storage', 'archival-group', 'import-plan', 'reads'],
  workspace: ['core', 'deposit', 'reads'],
  'import-diff': ['core', 'deposit', 'archival-group', 'reads', 'workspace'],
  'mets-edits': ['core', 'deposit', 'reads', 'workspace'],
  'iiif-sessions': ['core', 'workspace'],
  'run-findings': ['core', 'workspace'],
  'console-sessions': ['core'],
  'export-content': ['core', 'deposit', 'reads'],
  // What may be removed from a workspace: its METS is read as for a diff, and compared with the group.
  archiving: ['core', 'storage', 'deposit', 'archival-group', 'reads', 'workspace', 'import-diff'],
  processes: [
    'core',
    ...families,
    'reads',
    'workspace',
    'import-diff',
    'mets-edits',
    'iiif-sessions',
    'export-content',
    'archiving',
  ],
  steering: ['core', ...families, 'reads', 'processes'],
};
const forBoth = [
  'http',
  'uris',
  'group-content',
  'rendering',
  'service',
  'import-jobs',
  'jobs',
  'repository',
  'content',
];
const gateways = {
  http: [],
  uris: [],
  identity: ['http'],
  'group-content': ['http'],
  rendering: ['http', 'uris', 'group-content'],
  service: ['http', 'uris', 'group-content', 'rendering'],
  'import-jobs': ['http', 'uris', 'group-content', 'rendering', 'service'],
  jobs: ['http', 'uris', 'rendering', 'service'],
  'parsed-mets': ['http', 'uris', 'rendering', 'service'],
  repository: ['http', 'uris', 'group-content', 'rendering', 'service'],
  content: ['http', 'uris', 'group-content', 'service', 'repository'],
  files: ['http', 'uris', 'group-content', 'rendering', 'service', 'repository'],
  preservation: [...forBoth, 'parsed-mets', 'files'],
  storage: [...forBoth, 'files'],
  // In front of both services, which it reaches by requests only.
  console: ['http'],
};
/** What stands behind the ports; `compose` puts everything together, and what writes documentation runs that. */
const plumbing = { path: '^infra/', pathNot: '^infra/(compose|documentation)/' };
/** A program of its own, as those in `compose`. */
const programOfThread = '^infra/threads/mets-thread\\.ts$';
/** The class of the faults that a port promises stands beside it. */
const faultOfPort = '^projections/documents\\.ts$';
const formats = {
  agents: [],
  http: [],
  'media-types': [],
  paths: [],
  text: [],
  xml: [],
  digests: [],
  json: ['digests'],
  'identity-records': ['json'],
  metadata: ['media-types'],
  'archive-files': ['digests'],
  zip: ['archive-files'],
  tar: ['archive-files'],
  bagit: ['archive-files', 'digests', 'paths', 'text'],
  tools: ['digests', 'paths', 'text', 'metadata', 'bagit'],
  mets: ['digests', 'paths', 'xml', 'metadata'],
  iiif: ['json', 'paths', 'mets'],
  // The standard alone: what the platform adds is in group-state.
  ocfl: ['digests', 'json', 'paths'],
  'group-state': ['digests', 'json', 'media-types', 'paths', 'ocfl'],
};
/** The reading and writing of METS; its loose files are the tasks on a whole document. */
const mets = {
  model: [],
  elements: [],
  ids: ['elements'],
  premis: ['model', 'elements'],
  structure: ['model', 'elements', 'ids', 'premis'],
  indexed: ['model', 'elements', 'ids', 'structure'],
  mods: ['model', 'elements', 'ids', 'structure', 'indexed'],
  description: ['model', 'elements', 'ids', 'premis', 'structure'],
  logical: ['model', 'elements', 'ids', 'structure', 'indexed', 'mods', 'description'],
  editing: ['model', 'elements', 'ids', 'premis', 'structure', 'indexed', 'mods', 'logical'],
};
const s3Server = {
  contract: [],
  checksums: ['contract'],
  index: ['contract'],
  bytes: ['contract', 'checksums', 'index'],
  layouts: ['contract', 'index', 'bytes'],
  uploads: ['contract', 'checksums', 'index', 'bytes', 'layouts'],
  engine: ['contract', 'index', 'bytes', 'layouts', 'uploads'],
  http: ['contract', 'checksums'],
};
/** What puts everything together; its loose files are the programs. */
const compose = {
  process: [],
  stores: ['process'],
  search: ['process', 'workers'],
  workers: ['process', 'stores'],
  serving: ['process', 'stores', 'search', 'workers'],
  platform: ['process', 'stores', 'search', 'workers', 'serving'],
  commands: ['process', 'stores', 'platform'],
  issuer: ['process', 'serving'],
  logins: ['process'],
  program: ['process', 'logins', 'stores', 'search', 'workers', 'serving', 'platform', 'commands', 'issuer'],
};
/** The console: its loose files put everything together, and a page knows no other. */
const pages = {
  design: [],
  words: [],
  api: [],
  parts: ['words', 'api'],
  // What goes on while other pages are shown.
  uploads: ['api'],
  frame: ['words', 'api', 'parts', 'uploads'],
  pages: ['words', 'api', 'parts', 'frame', 'uploads'],
};
/** All that the embedded S3 server may import of ours. */
const underS3Server = [
  'infra/embedded/(s3-server|file-system)/',
  'infra/embedded/(sqlite|database-fault|synced-log|repairs)\\.ts$',
  'formats/key-violation\\.ts$',
  'formats/bytes\\.ts$',
  'formats/http/',
  'formats/media-types/inert-headers\\.ts$',
  'formats/paths/utf8-order\\.ts$',
  'formats/xml/',
  'flow/',
];

const clients = may('clients', 'schemas', 'flow');
/** A client tells beforehand what a service will say of a name, in the same words; it reads and writes what people have. */
const ofClients =
  '^formats/(paths/|media-types/by-extension\\.ts$|period\\.ts$|xml/characters\\.ts$|archive-files/|zip/|tar/|bagit/|ocfl/|digests/|text/(escape-html|csv-record)\\.ts$)';

module.exports = {
  forbidden: [
    may('flow'),
    { ...may('events', 'flow'), from: { path: '^events/', pathNot: '^events/public/' } },
    // The public form of facts is a contract, and names paths by their ids.
    { ...may('events', 'flow', 'schemas', 'formats'), from: { path: '^events/public/' } },
    may('formats', 'flow'),
    may('schemas'),
    may('commands', 'events', 'formats', 'flow'),
    may('projections', 'events', 'formats', 'flow'),
    may('gateways', 'commands', 'events', 'projections', 'formats', 'flow', 'schemas'),
    { ...clients, to: { ...clients.to, pathNot: [clients.to.pathNot, ofClients] } },
    may('workers', 'commands', 'events', 'projections', 'formats', 'flow'),
    { ...may('infra', 'events', 'projections', 'gateways', 'workers', 'formats', 'flow', 'schemas'), from: plumbing },
    {
      name: 'infra knows the outer rooms by their types only',
      severity: 'error',
      from: { ...plumbing, pathNot: [plumbing.pathNot, programOfThread] },
      to: { path: '^(projections|gateways|workers)/', pathNot: faultOfPort, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the HTTP engine knows no archive',
      severity: 'error',
      from: { path: '^gateways/http/' },
      to: {
        path: '^(commands|projections|formats)/',
        pathNot: '^formats/(http/|paths/|json/json-record\\.ts$|media-types/inert-headers\\.ts$)',
      },
    },
    ...partsOf('clients', {
      archive: [],
      api: ['archive'],
      changes: [],
      'command-line': ['archive', 'api', 'changes'],
      // In a browser: of the other clients only the typed services.
      console: ['api'],
    }),
    ...stackOf('clients/console', pages),
    ...partsOf('commands', commands),
    ...partsOf('gateways', gateways),
    ...stackOf('events', { codec: [], public: [] }, '^events/[^/]+$'),
    ...stackOf('flow', { streams: [], sharing: [], lease: [] }, '^flow/[^/]+$'),
    ...stackOf('formats', formats, '^formats/[^/]+$'),
    ...stackOf('formats/mets', mets),
    ...stackOf('infra/compose', compose),
    ...stackOf('infra/embedded/s3-server', s3Server),
    {
      name: 'siblings do not talk',
      severity: 'error',
      from: { path: '^(workers|projections)/([^/]+)/' },
      // Every worker may know which processes are there.
      to: { path: '^$1/[^/]+/', pathNot: '^$1/$2/|^workers/presence/' },
    },
    {
      name: 'only the removals know a store that can delete',
      severity: 'error',
      from: { pathNot: '^(infra|test|bench)/|^commands/storage/removal\\.ts$' },
      to: { path: '^formats/object-store\\.ts$' },
    },
    {
      name: 'only proveDebris proves what is debris',
      severity: 'error',
      from: { pathNot: '^test/|^commands/(debris/prove-debris|storage/removal)\\.ts$' },
      to: { path: '^commands/storage/proven-debris\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the embedded S3 server is entered by s3-server.ts, and by plain-files.ts to read without it',
      severity: 'error',
      from: { pathNot: '^(test/|infra/embedded/s3-server/)' },
      to: { path: '^infra/embedded/s3-server/', pathNot: '^infra/embedded/s3-server/(s3-server|plain-files)\\.ts$' },
    },
    {
      name: 'the embedded S3 server knows no archive: the byte port, XML, flow control, SQLite and files',
      severity: 'error',
      from: { path: '^infra/embedded/s3-server/' },
      to: { path: `^(${rooms})/`, pathNot: `^(${underS3Server.join('|')})` },
    },
    {
      name: 'the clients of servers are loaded where a server is used, since they take as long as the rest of the start',
      severity: 'error',
      from: { path: '^infra/compose/', pathNot: '^infra/compose/issuer/' },
      to: {
        path: '^infra/(kafka|mongodb|eventstoredb|s3)/|^infra/identity/(code-login|provider|token-verifier|token-provider)\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing shipped imports the tests',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
    vendor('express', 'gateways'),
    vendor('express-openapi-validator', 'gateways'),
    vendor('@aws-sdk', 'infra/s3'),
    vendor('@smithy', 'infra/s3'),
    vendor('@eventstore', 'infra/eventstoredb'),
    vendor('kafkajs', 'infra/kafka'),
    vendor('mongodb', 'infra/mongodb'),
    vendor('openid-client', 'infra/identity'),
    vendor('jose', 'infra/identity'),
    vendor('jsonwebtoken', 'infra/identity'),
    vendor('prom-client', 'infra/metrics'),
    vendor('@photostructure/sqlite', 'infra/embedded'),
    vendor('libxml2-wasm', 'formats/xml'),
    vendor('saxes', 'formats/xml'),
    vendor('winston', 'infra/log'),
    vendor('commander', 'clients/command-line', 'infra/compose'),
    vendor('picomatch', 'clients/command-line'),
    vendor('openapi-fetch', 'clients/api'),
    vendor('react', 'clients/console'),
    vendor('@tanstack', 'clients/console'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^clients/console/dist' },
    includeOnly: { path: `^(${rooms}|node_modules)/` },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
