import type { ArchivedVersion } from '../../../archive/archive.js';
import { countText, sizeText, timeText, utcText } from '../../output/amounts.js';
import { columns } from '../../output/columns.js';
import { shownName } from '../../output/printable.js';
import { countsText } from '../../looking/counts-text.js';
import { writeLines } from '../../looking/write-lines.js';
import type { Output } from '../../program/output.js';

/** What a log is about. */
export interface LogSubject {
  readonly group: string;
  /** From the root of the archive. */
  readonly path: string;
  readonly upTo: number;
}

/** From so many cells on, a version is one line. */
const ONE_LINE_FROM = 100;

/** The versions up to one, each with its name as wide as that of the first. */
export async function* upTo<Version extends ArchivedVersion>(
  versions: AsyncIterable<Version>,
  last: number,
): AsyncGenerator<Version> {
  for await (const version of versions) if (version.version <= last) yield version;
}

const whatText = (version: ArchivedVersion): string => {
  const counts = countsText(version.counts);
  return counts === '' ? 'nothing changed' : counts;
};

const sumText = ({ files, bytes }: ArchivedVersion): string => `${countText(files, 'file')}, ${sizeText(bytes)}`;

const twoLines = (version: ArchivedVersion, width: number): string => {
  const { made, agent, message } = version;
  const name = `v${version.version}`.padEnd(width);
  const words = [timeText(new Date(made)), shownName(agent ?? ''), shownName(message ?? '')];
  const first = [name, ...words].join('  ').trimEnd();
  return `${first}\n${' '.repeat(width + 2)}${whatText(version)}; ${sumText(version)}\n`;
};

const HEAD = [
  { name: 'VERSION' },
  { name: 'MADE' },
  { name: 'BY' },
  { name: 'CHANGED' },
  { name: 'FILES', align: 'right' as const },
  { name: 'SIZE', align: 'right' as const },
  { name: 'MESSAGE' },
];

const wideRow = (version: ArchivedVersion): string[] => [
  `v${version.version}`,
  timeText(new Date(version.made)),
  shownName(version.agent ?? ''),
  whatText(version),
  countText(version.files, 'file'),
  sizeText(version.bytes),
  shownName(version.message ?? ''),
];

const pipeLine = ({ version, made, agent, counts, files, bytes, message }: ArchivedVersion): string => {
  const { added, changed, renamed, deleted } = counts;
  const numbers = [added, changed, renamed, deleted, files, bytes];
  const words = [`v${version}`, utcText(new Date(made)), shownName(agent ?? ''), ...numbers, shownName(message ?? '')];
  return `${words.join('\t')}\n`;
};

/** A version as a JSON line. */
export const versionRecord = (
  { version, made, agent, message, counts, files, bytes }: ArchivedVersion,
  { group, path }: LogSubject,
): object => ({ type: 'version', group, path, version, made, agent, message, counts, files, bytes });

async function* lines(versions: AsyncIterable<ArchivedVersion>, output: Output): AsyncGenerator<string> {
  let width = 0;
  for await (const version of versions) {
    width ||= `v${version.version}`.length;
    yield output.form === 'pipe' ? pipeLine(version) : twoLines(version, width);
  }
}

/** Lists versions of a group, or those that changed a folder; gives the members of the summary. */
export const logVersions = async (
  all: AsyncIterable<ArchivedVersion>,
  subject: LogSubject,
  output: Output,
): Promise<object> => {
  const { group, path } = subject;
  let count = 0;
  const versions = (async function* (): AsyncGenerator<ArchivedVersion> {
    for await (const version of upTo(all, subject.upTo)) {
      count += 1;
      yield version;
    }
  })();
  if (output.form === 'json')
    for await (const version of versions) await output.record(versionRecord(version, subject));
  else if (output.form === 'terminal' && output.width >= ONE_LINE_FROM) {
    const rows: string[][] = [];
    for await (const version of versions) rows.push(wideRow(version));
    await output.write(columns({ head: HEAD, rows, output, isHeadShown: false }));
  } else await writeLines(output, lines(versions, output));
  return { group, path, versions: count };
};
