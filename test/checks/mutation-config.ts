const ROOMS = ['commands', 'formats'];

/** The room of a path from the project's folder. */
const roomOf = (path: string): string => {
  const [room = ''] = path.split('/');
  if (!ROOMS.includes(room))
    throw new RangeError(`${path} is in none of the rooms that are mutated: ${ROOMS.join(', ')}`);
  return room;
};

const patternOf = (path: string): string => (/[*.]/.test(path) ? path : `${path.replace(/\/+$/, '')}/**/*.ts`);

/**
 * The configuration of Stryker for the files that the paths name: folders, files or patterns; both rooms where none is
 * named. Mutated sources are compiled once, with all mutants in them, and the specs of their rooms run as compiled.
 */
export const mutationConfig = (paths: readonly string[]): object => {
  const asked = paths.length === 0 ? ROOMS : paths;
  const rooms = [...new Set(asked.map(roomOf))];
  return {
    mutate: asked.map(patternOf),
    plugins: ['@stryker-mutator/mocha-runner'],
    testRunner: 'mocha',
    mochaOptions: {
      'no-config': true,
      require: ['./dist/test/support/current-test.js'],
      spec: rooms.map((room) => `dist/test/${room}/**/*.spec.js`),
    },
    // A mutant that a type forbids is no gap in the specs, but to check types for each takes longer than to run them.
    buildCommand: 'tsc -p . --noCheck',
    // It has nothing to rewrite in ours, and would need a TypeScript of its own for it.
    tsconfigFile: '',
    coverageAnalysis: 'perTest',
    // What is evaluated when a module is loaded cannot be changed while it stays loaded.
    ignoreStatic: true,
    ignorePatterns: ['dist', 'data', 'coverage', '.build'],
    tempDirName: '.build/stryker',
    cleanTempDir: 'always',
    reporters: ['clear-text', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: '.build/mutation.html' },
    timeoutMS: 20_000,
    concurrency: 2,
    allowEmpty: false,
  };
};
