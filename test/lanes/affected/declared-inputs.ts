/** What lanes need that no import tells. */
export interface DeclaredInput {
  /** Patterns of paths from the project's folder. */
  readonly paths: readonly string[];
  /** The lanes that a change of them can touch; all of them, or none where it says so. */
  readonly lanes: readonly string[] | 'all';
  readonly why: string;
}

export const declaredInputs: readonly DeclaredInput[] = [
  {
    paths: [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'infra/compile.mjs',
      '.ci/run',
      'test/lanes/**',
      'test/support/evidence/**',
    ],
    lanes: 'all',
    why: 'they decide what is installed, how it is compiled, and what is run',
  },
  { paths: ['.mocharc.json'], lanes: ['specs', 'with-data', 'node-24'], why: 'how these specs are run' },
  { paths: ['.mocharc.process.json'], lanes: ['process'], why: 'how these specs are run' },
  { paths: ['.mocharc.tools.json'], lanes: ['tools'], why: 'how these specs are run' },
  {
    paths: ['.mocharc.services.json', '.ci/libraries', 'test/servers/**'],
    lanes: ['specs', 'node-24', 'kafka', 'mongodb', 's3', 'distributed', 'faults'],
    why: 'how these specs are run, and the servers that they want',
  },
  {
    paths: ['.ci/main-job', '.ci/judge', '.ci/validators', '.ci/OcflJava.java', 'samples/**'],
    lanes: ['specs', 'process', 'main-job'],
    why: 'the main job and its judges, and the folder that is preserved',
  },
  {
    paths: ['docs/**', 'infra/deploy/**', 'schemas/**', 'test/fixtures/**'],
    lanes: ['specs', 'node-24'],
    why: 'specs compare pages with what is built, and read these files by names that they put together',
  },
  {
    paths: ['.ci/generators', '.ci/viewer', '.ci/clients/**', 'schemas/openapi/**'],
    lanes: ['specs', 'clients'],
    why: 'the generators of others, the programs that use what they make, and what they make it from',
  },
  {
    paths: ['.mocharc.fuzz.json', '.ci/schemathesis', 'schemas/openapi/**', 'samples/**'],
    lanes: ['specs', 'fuzz'],
    why: 'the documents that are fuzzed, with what, and what is stored before',
  },
  { paths: ['docs/examples/**'], lanes: ['kafka'], why: 'the example consumer is run' },
  {
    paths: ['.ci/upload-tools', 'docs/depositing.md'],
    lanes: ['specs', 'process'],
    why: 'the tools of others, and the page that they are typed from',
  },
  {
    paths: [
      'README.md',
      'bench/**',
      'eslint.config.js',
      '.c8rc.json',
      'stryker.config.json',
      '.editorconfig',
      '.nvmrc',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'knip.json',
      '.dependency-cruiser.cjs',
      '.prettier*',
      '.gitignore',
    ],
    lanes: [],
    why: 'no test looks at them; the check does at some',
  },
];
