import type { Lane, SpecWork } from './lane.js';

const specs = (config: string, work: Partial<SpecWork> = {}): SpecWork => ({
  kind: 'specs',
  config,
  servers: [],
  ...work,
});

/** Specs with real servers; those that the distributed ones start for themselves need no more than their programs. */
const withServers = (folder: string, work: Partial<SpecWork>): SpecWork =>
  specs('.mocharc.services.json', { specs: [`dist/test/services/${folder}`], ...work });

/**
 * What can differ by Node: modules compiled to machine code or WebAssembly (SQLite, the XML engine), files and streams
 * (object engine, digests, large bodies), HTTP servers and clients (gateways, the S3 endpoint, the S3 and EventStoreDB
 * clients, tokens), threads (uploads, large METS), signals and child processes (journeys, servers of the tests). What
 * decides, folds, reads or writes documents in memory cannot: commands, events, projections, most formats, workers.
 */
const BY_NODE = [
  'dist/test/adapters/**/*.spec.js',
  'dist/test/infra/**/*.spec.js',
  'dist/test/formats/digests/**/*.spec.js',
  'dist/test/formats/ocfl/**/*.spec.js',
  'dist/test/formats/xml/**/*.spec.js',
  'dist/test/gateways/**/*.spec.js',
  'dist/test/journeys/**/*.spec.js',
  'dist/test/workers/auditor/**/*.spec.js',
];

/** The time that everything before the first lane may take: installing and compiling. */
export const BEGIN_MINUTES = 2;

/** The time that is kept for servers to start, and for spec files that are run a second time. */
export const BESIDE_MINUTES = 2;

/** All lanes, in the order of `.ci/run`. */
export const lanes: readonly Lane[] = [
  {
    name: 'check',
    about: 'format, types, lint, interface documents, import rules, dead code',
    minutes: 2,
    work: {
      kind: 'command',
      words: ['npm', 'run', '--silent', 'check'],
      starts: ['schemas/lint.ts', 'test/checks/check-process.ts'],
    },
  },
  {
    name: 'specs',
    about: '`npm test` in a fresh clone with nothing beside it: all specs that need no server and kill nothing',
    minutes: 5,
    work: specs('.mocharc.json', { inFreshClone: true }),
  },
  {
    name: 'with-data',
    about: 'those of them that look at test material of others, beside it',
    minutes: 1,
    work: specs('.mocharc.json', { needing: 'test/support/shared-data.ts' }),
  },
  {
    name: 'process',
    about: '`npm run test:process`: real processes that are killed and started again, and the upload tools of others',
    minutes: 8,
    work: specs('.mocharc.process.json', { less: { MUNIMENT_TEST_KILLS: '8' }, uploadTools: true }),
  },
  {
    name: 'fire',
    about: '`npm run fire`: platforms that are killed with many jobs in flight',
    minutes: 2,
    work: {
      kind: 'command',
      words: ['node', '--enable-source-maps', 'dist/test/fire/fire-process.js'],
      less: ['--minutes', '1'],
      starts: ['test/fire/fire-process.ts'],
    },
  },
  {
    name: 'fire-further',
    about: '`npm run fire -- --exports --pipeline`: the same with exports, archive jobs and pipeline runs',
    minutes: 1,
    work: {
      kind: 'command',
      words: ['node', '--enable-source-maps', 'dist/test/fire/fire-process.js', '--exports', '--pipeline'],
      less: ['--minutes', '0.4'],
      starts: ['test/fire/fire-process.ts'],
    },
  },
  {
    name: 'node-24',
    about: 'the specs of what can differ by Node, on Node 24',
    minutes: 4,
    work: specs('.mocharc.json', { specs: BY_NODE, node: '24' }),
  },
  {
    name: 'main-job',
    about: 'the first command of the README in a fresh clone, judged by OCFL validators of others',
    minutes: 3,
    work: {
      kind: 'command',
      words: ['.ci/main-job'],
      starts: ['infra/compose/preserve.ts', 'test/process/write-repository.ts'],
      validators: true,
    },
  },
  {
    name: 'clients',
    about: 'clients that others generate from the interface documents, in three languages, and a viewer in a browser',
    minutes: 2,
    work: specs('.mocharc.services.json', {
      specs: ['dist/test/generated-clients/**/*.spec.js', 'dist/test/browser/**/*.spec.js'],
      generators: true,
    }),
  },
  {
    name: 'fuzz',
    about: '`npm run fuzz`: requests that schemathesis makes from the interface documents',
    minutes: 4,
    work: specs('.mocharc.fuzz.json', { less: { MUNIMENT_FUZZ_REQUESTS: '5000' } }),
  },
  {
    name: 'tools',
    about: '`npm run test:tools`: the adapters of tools on real ones',
    minutes: 1,
    work: specs('.mocharc.tools.json', { pipelineTools: true }),
  },
  {
    name: 'kafka',
    about: 'relay, groups, parked messages and outages on a real Kafka',
    minutes: 2,
    work: withServers('kafka/**/*.spec.js', { servers: ['kafka'] }),
  },
  {
    name: 'mongodb',
    about: 'document store and views on a real MongoDB',
    minutes: 2,
    work: withServers('mongodb/**/*.spec.js', { servers: ['mongodb', 'mongodb-replica-set'] }),
  },
  {
    name: 's3',
    about: 'byte store, outages, audit and imports on two real S3 servers',
    minutes: 1,
    work: withServers('s3/**/*.spec.js', { servers: ['versitygw', 'minio'] }),
  },
  {
    name: 'distributed',
    about: 'the journeys over two processes of each role, and a restore from different moments',
    minutes: 5,
    work: withServers('distributed', {
      specs: ['journeys', 'restore'].map((name) => `dist/test/services/distributed/${name}.spec.js`),
      servers: ['kafka', 'mongodb', 'versitygw'],
    }),
  },
  {
    name: 'faults',
    about: 'every process and every server of a distributed platform killed or away',
    minutes: 8,
    work: withServers('distributed/faults.spec.js', {
      servers: ['kafka', 'mongodb', 'versitygw'],
      less: { MUNIMENT_TEST_FAULT_SECONDS: '45' },
    }),
  },
];

/**
 * Lanes that `.ci/run` runs only where they are named: the whole of `npm test` on the exact floor of `engines` and on
 * the other versions of Node that are supported.
 */
export const lanesOnDemand: readonly Lane[] = [
  { version: '20.19.0', name: 'node-20' },
  { version: '22', name: 'node-22' },
  { version: '26', name: 'node-26' },
].map(({ version, name }) => ({
  name,
  about: `the specs of \`npm test\` on Node ${version}`,
  minutes: 5,
  work: specs('.mocharc.json', { node: version }),
}));

/** The lanes of these names; where none is named, all that `.ci/run` runs. */
export const lanesNamed = (names: readonly string[]): readonly Lane[] => {
  const all = [...lanes, ...lanesOnDemand];
  const unknown = names.filter((name) => !all.some((lane) => lane.name === name));
  if (unknown.length > 0)
    throw new RangeError(`there is no lane ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`);
  return names.length === 0 ? lanes : all.filter(({ name }) => names.includes(name));
};
