import type { Archive } from '../../../archive/archive.js';
import { wordsFault } from '../../command-fault.js';
import { fileRecord } from '../../looking/file-record.js';
import { readWholeGroup, type GroupTarget } from '../../looking/target.js';
import { countText, timeText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import { depositorPath } from '../../program/depositor-name.js';
import type { Ended, Session, Verb } from '../../program/verb.js';
import { countedFiles } from './counted-files.js';
import { readReportedGroup, reportedEvents, type ReportedGroup } from './reported-group.js';
import { reportPage } from './report-page.js';
import { writePage } from './write-page.js';

const HELP = `Usage: muniment report <path[@version]> --to <file> [options]

Writes a page about an archival group to print or to file: its versions, the
files with their digests and formats, who did what and when, the last check.

  muniment report letters/1911 --to report.html
  muniment report letters/1911@v1 --to - > v1.html
  muniment report letters/1911 --json > report.json

Without @version: the files of the newest. The page is HTML without scripts.

  --to <file>          a new file, or - for standard output; not with --json

Exit codes: 0 written, 1 not there, 2 command line, or the file is there,
4 login, 5 try again later.
`;

/** Writes a page about an archival group. */
export const report: Verb = {
  name: 'report',
  kind: 'document',
  help: HELP,
  define: (command) => {
    command.argument('<path>').option('--to <file>');
  },
  run: async ({ args: [word = ''], options }, session) => {
    const { to } = options as { readonly to?: string };
    const isJson = session.output.form === 'json';
    if (isJson === (to !== undefined)) throw isJson ? withoutFile(word) : noFile(word);
    const archive = await session.archive();
    const target = await readWholeGroup(archive, word, {
      verb: 'report',
      next: ({ group }) => `muniment report ${shellWord(group)} --to report.html`,
    });
    const about = await readReportedGroup(archive, target);
    return to === undefined ? documentOf(archive, target, about) : await written({ archive, session, about }, to);
  },
};

const noFile = (word: string): Error =>
  wordsFault('report needs --to <file>.', `muniment report ${shellWord(word)} --to report.html`);

const withoutFile = (word: string): Error =>
  wordsFault(
    'With --json, report prints to standard output: leave out --to.',
    `muniment report ${shellWord(word)} --json`,
  );

interface Reporting {
  readonly archive: Archive;
  readonly session: Session;
  readonly about: ReportedGroup;
}

const written = async ({ archive, session, about }: Reporting, to: string): Promise<Ended> => {
  const { output, interrupted, now } = session;
  const { group, version, versions, lastCheck } = about;
  const page = reportPage({
    about,
    files: archive.files(group, version.version),
    events: reportedEvents(archive, group),
    counted: countedFiles(),
    now: now(),
  });
  if (to === '-') for await (const piece of page) await output.writeBytes(Buffer.from(piece));
  else await writePage(to, page, interrupted);
  const checked =
    lastCheck === null
      ? 'no check recorded'
      : `last check ${timeText(new Date(lastCheck.at)).slice(0, '2026-11-26'.length)}`;
  const counts = `${countText(versions.length, 'version')}, ${countText(version.files, 'file')}`;
  if (to !== '-' && !output.quiet)
    await output.write(`Wrote ${shownName(to)}: ${shownName(group)}, ${counts}, ${checked}.\n`);
  return { code: 0, summary: {} };
};

/** All that the page has, as one document; paths begin at the root of the archive. */
const documentOf = async (
  archive: Archive,
  { group, name, head }: GroupTarget,
  about: ReportedGroup,
): Promise<Ended> => {
  const counted = countedFiles();
  const files: object[] = [];
  const beside: object[] = [];
  for await (const file of archive.files(group, about.version.version)) {
    const path = depositorPath(file.stored);
    if (path !== null) counted.add(file);
    const record = fileRecord(`${group}/${path ?? file.stored}`, about.version.version, file);
    (path === null ? beside : files).push(record);
  }
  const events: object[] = [];
  for await (const event of reportedEvents(archive, group)) events.push(event);
  const { version, versions, lastCheck } = about;
  const formats = counted.formats();
  const summary = { group, name, version: version.version, head, versions, lastCheck, files, beside, formats, events };
  return { code: 0, summary: { ...summary, viruses: counted.scan() } };
};
