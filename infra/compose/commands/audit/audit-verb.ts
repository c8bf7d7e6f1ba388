import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import { shownName } from '../../../../clients/command-line/output/printable.js';
import { writeText } from '../../../../clients/command-line/output/write-text.js';
import type { Ended, Service, Session, Verb } from '../../../../clients/command-line/program/verb.js';
import { jobOnPlatform } from '../job-on-platform.js';
import { platformOrStores } from '../platform-or-stores.js';
import { absentGroup, typedGroup } from '../typed-group.js';
import { auditStores, type Audited } from './audit-stores.js';
import { auditVerdict, findingRecord, findingText, type AuditEnd } from './audit-text.js';

const HELP = `Usage: muniment audit [group] [options]

Compares the repository with the event log in both directions, and reads every
byte. Nothing is changed. docs/auditing.md explains the codes of findings.

  muniment audit
  muniment audit letters/1911
  muniment audit --quick

Where a platform runs, it does the work as a job, and the findings are shown
when that has ended.

  --quick  trust the digests that the store keeps; read only files without one

Exit codes: 0 no findings, 1 findings, or no such group, 2 not everything
could be checked, 4 login, 5 try again later, 130 stopped.
`;

const auditOnPlatform = async (
  service: Service,
  { group, quick }: Audited,
  session: Session,
): Promise<AuditEnd | null> => {
  const { output } = session;
  const wanted = { kind: 'audit', archivalGroup: group, quick } as const;
  try {
    const { job, summary, rows } = await jobOnPlatform(service, wanted, session);
    for (const row of rows) {
      await output.record(findingRecord(row));
      await writeText(output, findingText(row, output));
    }
    const { objects = 0, versions = 0, files = 0, bytesRead: bytes = 0, inProgress = 0 } = summary;
    return { findings: job.failures, objects, versions, files, bytes, inProgress };
  } catch (error) {
    if (error instanceof CommandFault && error.code === 'resource-not-found') return null;
    throw error;
  }
};

const run = async (audited: Audited, session: Session): Promise<Ended> => {
  const { output } = session;
  const { group } = audited;
  const end = await platformOrStores(session, {
    onPlatform: (service) => auditOnPlatform(service, audited, session),
    onStores: () => auditStores(audited, session),
  });
  if (end === null)
    throw await absentGroup(session, group ?? '', `There is no archival group ${shownName(group ?? '')}.`);
  if (end.findings > 0 || !output.quiet) await writeText(output, auditVerdict(end));
  return { code: end.findings === 0 ? 0 : 1, summary: { group, ...end } };
};

/** Compares the repository with the event log. */
export const audit: Verb = {
  name: 'audit',
  kind: 'lines',
  help: HELP,
  define: (command) => void command.argument('[group]').option('--quick'),
  run: async ({ args: [word], options }, session) =>
    run({ group: await typedGroup(word, 'audit', session), quick: options['quick'] === true }, session),
};
