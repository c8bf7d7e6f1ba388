import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import { shownName } from '../../../../clients/command-line/output/printable.js';
import { writeText } from '../../../../clients/command-line/output/write-text.js';
import type { Ended, Service, Session, Verb } from '../../../../clients/command-line/program/verb.js';
import { jobOnPlatform } from '../job-on-platform.js';
import { platformOrStores } from '../platform-or-stores.js';
import { typedGroup } from '../typed-group.js';
import { adoptFromStores, type Adopting } from './adopt-stores.js';
import { adoptionRecord, adoptionRowText, adoptionVerdict, type AdoptionEnd } from './adopt-text.js';

const HELP = `Usage: muniment adopt [group] [options]

Records OCFL objects, and versions of them, that are on the store and not in
the event log: after the log was lost, or where another tool wrote them. The
objects are not changed. docs/auditing.md says why one is not adopted.

  muniment adopt --dry-run
  muniment adopt
  muniment adopt letters/1911 --verify

Where a platform runs, it does the work as a job. The same command again
continues an adoption that was stopped.

  --dry-run  show what would be adopted, and write nothing
  --verify   read every file first, and compare its digest

Exit codes: 0 the log has everything, 1 something was not adopted, or is not
there, 2 not done, 4 login, 5 try again later, 130 stopped.
`;

const adoptOnPlatform = async (
  service: Service,
  { group, isDryRun: dryRun, verify }: Adopting,
  session: Session,
): Promise<AdoptionEnd | null> => {
  const { output } = session;
  try {
    const wanted = { kind: 'adoption', archivalGroup: group, dryRun, verify } as const;
    const { summary, rows } = await jobOnPlatform(service, wanted, session);
    for (const row of rows) {
      await output.record(adoptionRecord(row));
      await writeText(output, adoptionRowText(row, output));
    }
    const { groups = 0, versions = 0, known = 0, notAdopted = 0 } = summary;
    return { groups, versions, known, notAdopted };
  } catch (error) {
    if (error instanceof CommandFault && error.code === 'resource-not-found') return null;
    throw error;
  }
};

const run = async (adopting: Adopting, session: Session): Promise<Ended> => {
  const { output } = session;
  const { group, isDryRun } = adopting;
  const end = await platformOrStores(session, {
    onPlatform: (service) => adoptOnPlatform(service, adopting, session),
    onStores: () => adoptFromStores(adopting, session),
  });
  if (end === null) {
    const message = `There is no object of ${shownName(group ?? '')} on the store.`;
    throw new CommandFault(message, { code: 'object-not-found', next: 'muniment adopt --dry-run' });
  }
  if (end.notAdopted > 0 || !output.quiet) await writeText(output, adoptionVerdict(end, isDryRun));
  return { code: end.notAdopted === 0 ? 0 : 1, summary: { group, isDryRun, ...end } };
};

/** Records what the store has and the event log lacks. */
export const adopt: Verb = {
  name: 'adopt',
  kind: 'lines',
  help: HELP,
  define: (command) => void command.argument('[group]').option('--dry-run').option('--verify'),
  run: async ({ args: [word], options }, session) => {
    const group = await typedGroup(word, 'adopt', session);
    return run({ group, isDryRun: options['dryRun'] === true, verify: options['verify'] === true }, session);
  },
};
