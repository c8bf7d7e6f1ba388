/** What mocha is told in every suite, and which specs each has (docs/testing.md). */
const { availableParallelism } = require('node:os');

// The packages for S3 say in every process that loads them that they will need another Node.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

const inFolder = (name) => `dist/test/${name}/**/*.spec.js`;

/** Specs that need servers, tools or a browser, or that kill processes. */
const BESIDE = ['process', 'services', 'generated-clients', 'browser', 'fuzz', 'tools'].map(inFolder);

/** Specs that start a whole platform, beside the journeys. */
const WITH_PLATFORM = inFolder('gateways/{import-jobs,jobs,parsed-mets,preservation,repository,storage}');

/** Those over a whole platform that read streams, which can differ by Node. */
const STREAMS_OF_PLATFORM = [
  inFolder('gateways/{content,files}'),
  'dist/test/clients/archive/{http,local}-archive.spec.js',
  'dist/test/clients/command-line/verbs/restore/over-*.spec.js',
];

/** What the journeys of the README are: a deposit to its second version, a restore, a refused import, a kill. */
const README_JOURNEYS = ['preserve', 'deposit', 'restore', 'infected-deposits', 'kill'].map(
  (name) => `dist/test/journeys/${name}.spec.js`, // mocha takes braces without a star for a name
);

/**
 * What can differ by Node: modules compiled to machine code or WebAssembly (SQLite, the XML engine), files and streams,
 * HTTP servers and clients, threads, signals and child processes. What decides, folds, reads or writes documents in
 * memory cannot. Of whole platforms, the journeys of the README are enough.
 */
const BY_NODE = [
  ...README_JOURNEYS,
  ...['adapters', 'infra', 'formats/{digests,ocfl,xml}', 'gateways', 'workers/auditor'].map(inFolder),
];

/**
 * Specs that replace timers come before those that share a live platform with later files of their process: it would use
 * the replaced timers. Then the files that take longest.
 */
const ALL = [
  'dist/test/{flow,infra}/**/*.spec.js',
  'dist/test/workers/**/*.spec.js',
  'dist/test/journeys/**/*.spec.js',
  'dist/test/!(flow|infra|workers|journeys)/**/*.spec.js',
];

const keepEvidence = ['./dist/test/support/evidence/keep-evidence.js', './dist/test/support/current-test.js'];

/** Deeper random tests have more time. MUNIMENT_TEST_ONLY names spec files to be run alone. */
const options = (show, spec, ignore = []) => {
  const only = (process.env.MUNIMENT_TEST_ONLY ?? '').split(' ').filter((file) => file !== '');
  return {
    require: keepEvidence,
    'enable-source-maps': true,
    timeout: 600_000 * Math.max(1, Number(process.env.MUNIMENT_TEST_DEPTH ?? 1)),
    reporter: './dist/test/ci/mocha-reporter.js',
    'reporter-option': [`show=${show}`],
    spec: only.length > 0 ? only : spec,
    ignore: only.length > 0 ? [] : ignore,
  };
};

const inParallel = (spec, ignore) => ({
  ...options('dot', spec, ignore),
  require: ['./dist/test/support/evidence/in-memory.js', ...keepEvidence],
  parallel: (process.env.MUNIMENT_TEST_ONLY ?? '') === '',
  jobs: availableParallelism() + 1, // many specs wait for a part of their time
});

const wholeDepth = () => (process.env.MUNIMENT_TEST_DEPTH ??= '1');

/**
 * `npm test`: every room of the platform, without very much of anything, and whole platforms only for the journeys of the
 * README.
 */
const core = () =>
  inParallel(
    [...README_JOURNEYS, 'dist/test/!(journeys)/**/*.spec.js'],
    [
      ...BESIDE,
      WITH_PLATFORM,
      ...STREAMS_OF_PLATFORM,
      'dist/test/workers/*/simulated-*.spec.js',
      'dist/test/infra/embedded/s3-server/engine/power-cut.spec.js', // a cut at every step
      'dist/test/**/{hostile,large,many}-*.spec.js', // very much of something
      'dist/test/adapters/*.{s3,eventstoredb}.spec.js', // contracts on stand-ins for servers
      inFolder('infra/{eventstoredb,s3,tools}'), // adapters of servers and tools, on stand-ins for these
      inFolder('infra/documentation'), // examples that a whole platform answers
      inFolder('{ci,checks,servers,specification,support}'), // what tests the tests
      'dist/test/{infra/deploy/image,infra/compose/platform/drain,samples/activity-consumer}.spec.js', // real processes
      'dist/test/infra/images/image-renderer.spec.js', // a process that shows every form of image
    ],
  );

/** `npm run test:all`: all that needs nothing beside Node. */
const all = () => {
  wholeDepth();
  return inParallel(ALL, BESIDE);
};

/** Those of `test:all` that can differ by Node, random tests as deep as in `npm test`: more random cases find no more of that. */
const byNode = () => inParallel(BY_NODE, [...BESIDE, WITH_PLATFORM, inFolder('infra/documentation')]);

/** Those of some folders, one after the other. */
const suite = (...folders) => {
  wholeDepth();
  return options('spec', folders.map(inFolder));
};

module.exports = { core, all, byNode, suite };
