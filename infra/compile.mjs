/**
 * Compiles the project where a source is newer than what was compiled from it, and says so first, as that takes some
 * seconds; else it only compares times. `--check-types` checks the types as well, which takes twice as long as all else,
 * and fails by what it finds; types that were compiled without it are checked then. Not TypeScript itself, as it runs
 * before anything is compiled.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const project = fileURLToPath(new URL('..', import.meta.url));
const tell = (text) => process.stderr.write(text);
const format = {
  getCurrentDirectory: () => project,
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
};
const host = ts.createSolutionBuilderHost(
  ts.sys,
  undefined,
  (diagnostic) => tell(ts.formatDiagnostic(diagnostic, format)),
  () => {},
);
const builder = ts.createSolutionBuilder(host, [project], { noCheck: !process.argv.includes('--check-types') });
if (builder.getNextInvalidatedProject() !== undefined) tell('Compiling Muniment …\n');
process.exitCode = builder.build();
