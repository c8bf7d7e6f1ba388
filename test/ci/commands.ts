/** A command of continuous integration. */
export interface CiCommand {
  readonly name: string;
  readonly about: string;
  /**
   * For bash, in the folder of the project. `$CACHE` is a folder for what is installed once, `$WORK` one for this run. To
   * run spec files again, MUNIMENT_TEST_ONLY names them, which goes before what a script names itself.
   */
  readonly script: string;
  /** The servers that it wants, by the names of `npm run services`. */
  readonly servers?: readonly string[];
}

const services = (...specs: readonly string[]): string => {
  const files = specs.map((each) => `dist/test/services/${each}.spec.js`).join(' ');
  return `MUNIMENT_TEST_ONLY="\${MUNIMENT_TEST_ONLY:-${files}}" npm run --silent test:services`;
};

/** `npm run test:all` on another Node, which is installed from npm. */
const onNode = (version: string, command: string): string =>
  `node=$(.ci/node ${version} "$CACHE/node-${version}") && PATH=$node:$PATH && ${command}`;

/** All of them, in their order. */
export const commands: readonly CiCommand[] = [
  {
    name: 'check',
    about: 'types, lint, format, interface documents, import rules, dead code',
    script: 'npm run --silent check',
  },
  {
    name: 'core',
    about: '`npm test` in a fresh clone with no test material beside it',
    script: '.ci/fresh-clone "$WORK/clone" && cd "$WORK/clone" && env -u MUNIMENT_TEST_DATA npm test --silent',
  },
  {
    name: 'all',
    about: '`npm run test:all`, with test material of other projects where it is beside this one',
    script: 'npm run --silent test:all',
  },
  {
    name: 'process',
    about: 'real processes killed and started again, and upload tools of other projects',
    script:
      'tools=$(.ci/upload-tools "$CACHE/upload-tools") && MUNIMENT_TEST_UPLOAD_TOOLS=$tools npm run --silent test:process',
  },
  {
    name: 'fire',
    about: 'platforms that are killed with many imports, exports, archive jobs and pipeline runs under way',
    script: 'npm run --silent fire -- --minutes 1.5',
  },
  {
    name: 'million',
    about:
      'platforms of 1,000 and of 20,000 deposits and children of a container, whose answers are compared with what they have',
    script: 'npm run --silent bench -- million',
  },
  {
    name: 'node-24',
    about: 'the specs of code that can differ between versions of Node, on Node 24',
    script: onNode('24', 'mocha --config .mocharc.node.cjs'),
  },
  {
    name: 'main-job',
    about: 'the first command of the README in a fresh clone, checked by OCFL validators of other projects',
    script: 'bin=$(.ci/validators "$CACHE/validators") && .ci/main-job "$PWD" "$WORK/main-job" "$bin"',
  },
  {
    name: 'clients',
    about: 'clients in three languages, generated from the interface documents',
    script:
      '.ci/generators "$CACHE/generators" && MUNIMENT_TEST_GENERATORS=$CACHE/generators mocha --config .mocharc.clients.cjs',
  },
  {
    name: 'browser',
    about: 'the console, uploads by a page, and the IIIF viewer Mirador, in Chromium',
    script: 'MUNIMENT_TEST_BROWSER_REQUIRED=1 MUNIMENT_TEST_VIEWER="$CACHE/viewer" .ci/test-browser',
  },
  {
    name: 'fuzz',
    about: 'requests that schemathesis makes from the interface documents',
    script: 'MUNIMENT_FUZZ_REQUESTS=5000 npm run --silent fuzz',
  },
  {
    name: 'tools',
    about: 'the adapters of Siegfried, ClamAV, ExifTool and Brunnhilde on the real tools',
    script: '. .ci/tools "$CACHE" && npm run --silent test:tools',
  },
  {
    name: 'kafka',
    about: 'relay, groups, parked messages and outages on a real Kafka',
    servers: ['kafka'],
    script: services('kafka/**/*'),
  },
  {
    name: 'mongodb',
    about: 'document store and views on a real MongoDB, alone and as a replica set',
    servers: ['mongodb', 'mongodb-replica-set'],
    script: services('mongodb/**/*'),
  },
  {
    name: 's3',
    about: 'byte store, outages, audit and imports on versitygw and MinIO',
    servers: ['versitygw', 'minio'],
    script: services('s3/**/*'),
  },
  {
    name: 'distributed',
    about:
      'the journeys and the console over two processes of each role, a restore of different moments, the rights of each role, search',
    servers: ['kafka', 'mongodb', 'versitygw'],
    // The journeys are the same as in `all`, where every stop of a client is tried; here each takes seconds.
    script: `MUNIMENT_TEST_DEPTH=0.2 ${services('distributed/journeys', 'distributed/restore', 'distributed/console', 'distributed/rights', 'distributed/search')}`,
  },
  {
    name: 'faults',
    about: 'every process and every server of a distributed platform killed or unavailable',
    servers: ['kafka', 'mongodb', 'versitygw'],
    script: `MUNIMENT_TEST_FAULT_SECONDS=\${MUNIMENT_TEST_FAULT_SECONDS:-45} ${services('distributed/faults')}`,
  },
];

/** Those that run only where they are named: the syncs, and `npm run test:all` on other versions of Node that are supported. */
export const commandsOnDemand: readonly CiCommand[] = [
  {
    name: 'syncs',
    about: 'each sync of the embedded stores removed, one at a time: a spec has to notice',
    script: 'npm run --silent mutate -- syncs',
  },
  ...['20.19.0', '22', '26'].map((version) => ({
    name: `node-${version.split('.')[0] ?? ''}`,
    about: `\`npm run test:all\` on Node ${version}`,
    script: onNode(version, 'mocha --config .mocharc.all.cjs'),
  })),
];

/** The commands of these names; all that run unasked where none is named. Throws RangeError for a name that none has. */
export const commandsNamed = (names: readonly string[]): readonly CiCommand[] => {
  const all = [...commands, ...commandsOnDemand];
  const unknown = names.filter((name) => !all.some((command) => command.name === name));
  if (unknown.length > 0)
    throw new RangeError(
      `There is no command ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}.`,
    );
  return names.length === 0 ? commands : all.filter(({ name }) => names.includes(name));
};
