import { lastName } from '../../../../formats/paths/repository-path.js';
import { wordsFault } from '../../command-fault.js';
import { fileRecord } from '../../looking/file-record.js';
import { readWholeGroup } from '../../looking/target.js';
import { countText, timeText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import { depositorPath } from '../../program/depositor-name.js';
import type { Ended, Session, Verb } from '../../program/verb.js';
import { readReportedGroup, type ReportedGroup } from './reported-group.js';
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
    return to === undefined ? documentOf(about) : await written(session, about, to);
  },
};

const noFile = (word: string): Error =>
  wordsFault('report needs --to <file>.', `muniment report ${shellWord(word)} --to report.html`);

const withoutFile = (word: string): Error =>
  wordsFault(
    'With --json, report prints to standard output: leave out --to.',
    `muniment report ${shellWord(word)} --json`,
  );

const written = async (session: Session, about: ReportedGroup, to: string): Promise<Ended> => {
  const { output, interrupted, now } = session;
  const { group, version, versions, lastCheck } = about;
  const page = reportPage(about, now());
  if (to === '-') for await (const piece of page) await output.writeBytes(Buffer.from(piece));
  else await writePage(to, page, interrupted);
  const checked =
    lastCheck === null
      ? 'no check recorded'
      : `last check ${timeText(new Date(lastCheck.finished)).slice(0, '2026-11-26'.length)}`;
  const counts = `${countText(versions.length, 'version')}, ${countText(version.files, 'file')}`;
  if (to !== '-' && !output.quiet)
    await output.write(`Wrote ${shownName(to)}: ${shownName(group)}, ${counts}, ${checked}.\n`);
  return { code: 0, summary: {} };
};

/** All that the page has, as one document; paths begin at the root of the archive. */
const documentOf = async (about: ReportedGroup): Promise<Ended> => {
  const { group, name, version, head, versions, lastCheck: check, formats, viruses } = about;
  const files: object[] = [];
  const beside: object[] = [];
  for await (const file of about.files) {
    const path = depositorPath(file.stored);
    const record = fileRecord(`${group}/${path ?? file.stored}`, version.version, file);
    (path === null ? beside : files).push(record);
  }
  const events: object[] = [];
  for await (const event of about.events) events.push(event);
  const lastCheck = check === null ? null : { at: check.finished, findings: check.findings, job: lastName(check.job) };
  const parts = { files, beside, formats, events };
  return { code: 0, summary: { group, name, version: version.version, head, versions, lastCheck, ...parts, viruses } };
};
