import type { ArchivedChange, FileChange } from '../../../archive/archive.js';
import { sizeText, timeText, utcText } from '../../output/amounts.js';
import { columns } from '../../output/columns.js';
import { shownName } from '../../output/printable.js';
import { digestCell } from '../../looking/file-cells.js';
import { digestMembers } from '../../looking/file-record.js';
import { depositorPath } from '../../program/depositor-name.js';
import type { Output } from '../../program/output.js';
import { upTo, versionRecord, type LogSubject } from './log-versions.js';

/** A version that changed a file, and the name that the file had before it or after it. */
interface FileVersion extends ArchivedChange {
  readonly file: FileChange;
  /** Whether the file that is followed was given another name, and is that one. */
  readonly isGone: boolean;
}

const shownPath = (stored: string): string => depositorPath(stored) ?? stored;

/** The changes of a file, which is known under an older name from each renaming on. */
async function* followed(changes: AsyncIterable<ArchivedChange>, at: string): AsyncGenerator<FileVersion> {
  let name = at;
  for await (const change of changes) {
    const { file } = change;
    if (file === null) continue;
    yield { ...change, file, isGone: file.from === name };
    name = file.from ?? name;
  }
}

const whatText = ({ file, isGone }: FileVersion, output: Output): string => {
  const { kind, stored, from, size, digest } = file;
  if (kind === 'deleted') return kind;
  if (kind === 'renamed')
    return isGone ? `renamed to ${shownName(shownPath(stored))}` : `renamed from ${shownName(shownPath(from ?? ''))}`;
  return `${kind}, ${sizeText(size)}, ${digestCell(digest, output)}`;
};

const HEAD = [{ name: 'VERSION' }, { name: 'MADE' }, { name: 'BY' }, { name: 'CHANGE' }];

const rowOf = (change: FileVersion, output: Output): string[] => [
  `v${change.version}`,
  timeText(new Date(change.made)),
  shownName(change.agent ?? ''),
  whatText(change, output),
];

const pipeRow = ({ version, made, agent, file }: FileVersion): string[] => [
  `v${version}`,
  utcText(new Date(made)),
  shownName(agent ?? ''),
  file.kind,
  `${file.size}`,
  file.digest.value,
  shownName(file.from === null ? '' : shownPath(file.from)),
  shownName(shownPath(file.stored)),
];

const recordOf = (change: FileVersion, subject: LogSubject): object => {
  const { kind, stored, from, digest } = change.file;
  const path = `${subject.group}/${shownPath(stored)}`;
  const former = from === null ? null : `${subject.group}/${shownPath(from)}`;
  return { ...versionRecord(change, { ...subject, path }), change: kind, from: former, ...digestMembers(digest) };
};

/** Lists the versions that changed a file; gives the members of the summary. */
export const logFile = async (
  changes: AsyncIterable<ArchivedChange>,
  subject: LogSubject & { readonly at: string },
  output: Output,
): Promise<object> => {
  const { group, path } = subject;
  const rows: string[][] = [];
  let versions = 0;
  for await (const change of upTo(followed(changes, subject.at), subject.upTo)) {
    versions += 1;
    if (output.form === 'json') await output.record(recordOf(change, subject));
    else rows.push(output.form === 'pipe' ? pipeRow(change) : rowOf(change, output));
  }
  await output.write(columns({ head: HEAD, rows, output, isHeadShown: false }));
  return { group, path, versions };
};
