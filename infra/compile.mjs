/**
 * Compiles the project where a source is newer than what was compiled from it, and says so first, as that takes some
 * seconds; else it only compares times. The interface documents are joined to JSON, too. `--check-types` checks the types as well, which takes twice as long as all else,
 * and fails by what it finds; types that were compiled without it are checked then. Not TypeScript itself, as it runs
 * before anything is compiled.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
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

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const compiled = join(project, 'dist', 'schemas');
const programs = ['write-joined-documents.js', 'joined-document.js', 'openapi-examples.js'];
const sources = join(project, 'schemas', 'openapi');
const documents = join(compiled, 'openapi');
const inputs = [
  ...programs.map((name) => join(compiled, name)),
  ...readdirSync(sources, { recursive: true }).map((name) => join(sources, name)),
];
if (process.exitCode === 0 && Math.max(...inputs.map(changedAt)) > changedAt(join(documents, 'storage.json'))) {
  const { writeJoinedDocuments } = await import(new URL('../dist/schemas/write-joined-documents.js', import.meta.url));
  writeJoinedDocuments(documents);
}
