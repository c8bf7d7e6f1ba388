import { basename } from 'node:path';
import type { FormatMatch, IdentifiedFile, IdentifierVersion } from '../../../formats/tools/findings/findings.js';
import {
  ToolFailure,
  type FormatIdentifier,
  type LocalFile,
  type ToolCall,
} from '../../../formats/tools/findings/tool-ports.js';
import { csvRecords } from '../../../formats/tools/format-identification/csv-records.js';
import { badEnd, runTool } from '../process/run-tool.js';
import { toItsEnd } from '../process/to-its-end.js';
import { ToolProcess } from '../process/tool-process.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { expected, type ExpectedResults } from './identified.js';

/** How many files are named as arguments at once. */
const ARGUMENTS = 200;
/** In the list of files a name ends with its line. */
const fitsInList = ({ location }: LocalFile): boolean => !/[\n\r]/.test(location);

/** Arguments of `sf` are patterns. */
const literal = (location: string): string => location.replace(/[\\*?[]/g, '\\$&');

/** Rows are handed on as they are read. */
const NO_LIMITS = { bytes: Infinity, files: Infinity, tags: Infinity, distinctTags: Infinity };

type Row = Readonly<Record<string, string>>;

async function* rowsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  let names: readonly string[] | null = null;
  const losses = { leftOut: 0, isTooLong: false, limits: NO_LIMITS };
  for await (const record of csvRecords(chunks, losses)) {
    if (names === null) names = record;
    else if (record.length !== names.length)
      throw new ToolFailure('siegfried', 'failed', `sf printed a row of ${record.length} values for ${names.length}.`);
    else yield Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']));
  }
}

const matchOf = (row: Row): FormatMatch => ({
  namespace: row['namespace'] ?? '',
  id: row['id'] ?? '',
  format: row['format'] ?? '',
  version: row['version'] ?? '',
  mime: row['mime'] ?? '',
  class: row['class'] ?? '',
  basis: row['basis'] ?? '',
  warning: row['warning'] ?? '',
});

const identified = ({ path }: LocalFile, rows: readonly [Row, ...Row[]]): IdentifiedFile => {
  const [{ filesize = '', modified = '', errors = '', sha256 = '' }] = rows;
  const matches = rows.map(matchOf).filter(({ id }) => id !== '');
  return { path, size: Number(filesize), modified, errors, sha256: sha256.toLowerCase(), matches };
};

/** A file has one row for each match, one after the other; the last file is known when the rows have come to their end. */
async function* filesOf(rows: AsyncIterable<Row>, files: ExpectedResults): AsyncGenerator<IdentifiedFile> {
  let open: [Row, ...Row[]] | null = null;
  for await (const row of rows) {
    if (open !== null && open[0]['filename'] === row['filename']) open.push(row);
    else {
      if (open !== null) yield identified(files.take(open[0]['filename'] ?? ''), open);
      open = [row];
    }
  }
  if (open !== null) yield identified(files.take(open[0]['filename'] ?? ''), open);
}

/** The file of signatures is named with its folder, which says nothing beyond this machine. */
const readVersion = (printed: string): IdentifierVersion => {
  const [, version] = /^siegfried (\S+)/m.exec(printed) ?? [];
  const [, location = '', created = ''] = /^(\S.*) \(([^()]+)\)$/m.exec(printed.replace(/^siegfried .*\n/, '')) ?? [];
  if (version === undefined) throw new ToolFailure('siegfried', 'failed', 'sf prints no version.');
  const identifiers = [...printed.matchAll(/^ {2}- ([^:\n]+): (.*)$/gm)].map(([, name = '', details = '']) => ({
    name,
    details,
  }));
  return { version, signature: basename(location), created, identifiers };
};

/** Siegfried's own command, version 1.11: one process for all files. */
export const sfIdentifier = (command: string, surroundings: ToolSurroundings): FormatIdentifier => {
  async function* run(files: readonly LocalFile[], words: readonly string[], call: ToolCall, input: string) {
    const wanted = expected(files);
    const all = [command, '-csv', '-hash', 'sha256', ...words];
    await using tool = new ToolProcess(
      { tool: 'siegfried', words: all, hasInput: true, givesWay: true },
      surroundings,
      call,
    );
    tool.input.end(input);
    yield* filesOf(toItsEnd(tool, 'siegfried', rowsOf(tool.output())), wanted);
    wanted.done();
  }
  return {
    async version(call) {
      const end = await runTool({ tool: 'siegfried', words: [command, '-version'] }, surroundings, call);
      if (end.code !== 0) throw badEnd('siegfried', end);
      return readVersion(end.output);
    },
    async *identify(files, call) {
      const listed = files.filter(fitsInList);
      const list = listed.map(({ location }) => `${location}\n`).join('');
      if (listed.length > 0) yield* run(listed, ['-f', '-'], call, list);
      const others = files.filter((file) => !fitsInList(file));
      for (let from = 0; from < others.length; from += ARGUMENTS) {
        const some = others.slice(from, from + ARGUMENTS);
        const words = some.map(({ location }) => literal(location));
        yield* run(some, words, call, '');
      }
    },
  };
};
