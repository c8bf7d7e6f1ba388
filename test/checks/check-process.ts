import { runSideBySide, type Check } from './run-side-by-side.js';

/**
 * What `npm run check` does once the project is compiled, on two processors. Prettier keeps what it has checked by the
 * content of each file and its options. oxlint keeps nothing, since what it finds in a file depends on the types of
 * others.
 */
const check = (name: string, ...words: readonly string[]): Check => ({ name, words });
const rows = [
  [
    check('lint', 'oxlint'),
    check('interface documents', 'node', 'dist/schemas/lint.js'),
    check('imports', 'depcruise', '--no-progress', '--output-type', 'err', '.'),
  ],
  [
    check('format', 'prettier', '--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content', '.'),
    check('dead code', 'knip'),
    check('dead code beside the tests', 'knip', '--production'),
  ],
];

const results = await runSideBySide(rows, ({ name, isFine, output, seconds }) => {
  process.stdout.write(`${isFine ? 'ok    ' : 'FAILED'} ${name}, ${Math.round(seconds)} s\n`);
  if (output.trim() !== '') process.stdout.write(`${output.trimEnd()}\n`);
});
process.exitCode = results.every(({ isFine }) => isFine) ? 0 : 1;
