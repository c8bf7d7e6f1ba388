import { existsSync } from 'node:fs';
import tseslint from 'typescript-eslint';

/**
 * Functions that are longer or more complex than new ones may be: the figures of the worst one in each file, which may
 * only fall. A file that is mended, or moved, leaves the list, or takes its entry along.
 */
const exceptions = {
  'clients/command-line/preserve-folder.ts': { complexity: 15 },
  'commands/archival-group/evolve.ts': { complexity: 19 },
  'commands/deposit/decider.ts': { complexity: 18 },
  'commands/deposit/evolve.ts': { complexity: 18 },
  'commands/import-diff/agreement.ts': { complexity: 18 },
  'commands/import-diff/diff-deposit.ts': { complexity: 18 },
  'commands/processes/continue-process.ts': { complexity: 13 },
  'commands/reads/object-mismatch.ts': { complexity: 13 },
  'commands/workspace/mismatches.ts': { complexity: 17 },
  'events/codec.ts': { lines: 62 },
  'formats/mets/premis/technical-metadata.ts': { complexity: 13 },
  'formats/tools/format-identification/format-csv.ts': { complexity: 13 },
  'gateways/http/answer/respond.ts': { complexity: 13 },
  'gateways/http/app.ts': { lines: 85 },
  'gateways/rendering/deposit.ts': { complexity: 15 },
  'gateways/rendering/planned-resources.ts': { complexity: 14 },
  'gateways/repository/lightweight.ts': { complexity: 13 },
  'infra/compose/start-process.ts': { complexity: 19, lines: 76 },
  'infra/embedded/s3-server/http/body/payload.ts': { complexity: 14 },
  'infra/embedded/s3-server/http/byte-range.ts': { complexity: 15 },
  'infra/eventstoredb/event-store.ts': { lines: 67 },
  'infra/eventstoredb/feed.ts': { lines: 81 },
  'infra/eventstoredb/log-scan.ts': { lines: 68 },
  'infra/kafka/kafka.ts': { lines: 69 },
  'infra/kafka/producer.ts': { lines: 72 },
  'infra/s3/put.ts': { complexity: 15 },
  'projections/projector/projector.ts': { lines: 64 },
  'projections/read-view.ts': { complexity: 17, lines: 85 },
  'projections/repository/fresh-repository.ts': { lines: 84 },
  'test/commands/workspace/inconsistencies.ts': { complexity: 16 },
  'test/contracts/event-store/model.ts': { complexity: 15 },
  'test/fire/post-work.ts': { complexity: 16 },
  'test/formats/ocfl/repository.ts': { complexity: 17 },
  'test/support/distributed/archivist.ts': { complexity: 16 },
  'test/support/distributed/cluster.ts': { complexity: 13 },
  'test/support/eventstoredb/read.ts': { complexity: 13 },
  'test/support/eventstoredb/subscribe-to-stream.ts': { complexity: 18 },
  'test/support/restores/named-keys.ts': { complexity: 13 },
  'test/support/simulation/directors.ts': { complexity: 14 },
  'test/support/simulation/drive.ts': { complexity: 13 },
  'test/support/simulation/outcome.ts': { complexity: 13 },
  'workers/adopter/versions-of.ts': { complexity: 15 },
  'workers/auditor/audit-object.ts': { complexity: 13 },
};

const gone = Object.keys(exceptions).filter((path) => !existsSync(new URL(path, import.meta.url)));
if (gone.length > 0) throw new Error(`eslint.config.js has exceptions for files that are gone: ${gone.join(', ')}`);

const complexityOf = (most) => ({ complexity: ['error', most] });
const lengthOf = (max) => ({ 'max-lines-per-function': ['error', { max, skipBlankLines: true, skipComments: true }] });

/** What may differ from one run to the next. */
const clockAndChance = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'The time is given.' },
  { selector: 'CallExpression[callee.name="Date"]', message: 'The time is given.' },
  { selector: 'MemberExpression[object.name="Date"][property.name="now"]', message: 'The time is given.' },
  { selector: 'MemberExpression[object.name="Math"][property.name="random"]', message: 'Chance is given.' },
];

export default tseslint.config(
  {
    ignores: [
      '.ci',
      '.build',
      'dist',
      'node_modules',
      'data',
      'coverage',
      'docs',
      'clients/api/generated',
      '**/*.cjs',
      '*.js',
      '**/*.mjs',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'max-depth': ['error', 4],
      ...complexityOf(12),
      ...lengthOf(60),
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Takes the declared classes of CommonJS packages for impostors of themselves.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    files: ['test/**', 'bench/**'],
    rules: {
      // A describe of many specs is one function.
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': 'off',
    },
  },
  ...Object.entries(exceptions).map(([path, { complexity, lines }]) => ({
    files: [path],
    rules: {
      ...(complexity === undefined ? {} : complexityOf(complexity)),
      ...(lines === undefined ? {} : lengthOf(lines)),
    },
  })),
  {
    // Purity is a rule, not a promise: what decides and what remembers has no clock, no I/O and no chance.
    files: ['commands/*/**/*.ts'],
    ignores: [
      // What reads for them, or goes over several streams.
      'commands/{archiving,core,debris,export-content,iiif-sessions,import-diff,import-plan}/**',
      'commands/{mets-edits,processes,reads,storage,workspace}/**',
      'commands/container/earlier-facts.ts',
    ],
    rules: {
      'no-restricted-imports': ['error', { patterns: ['node:*'] }],
      'no-restricted-globals': ['error', 'performance', 'process', 'crypto', 'fetch', 'setTimeout', 'setImmediate'],
      'no-restricted-syntax': ['error', ...clockAndChance],
    },
  },
);
