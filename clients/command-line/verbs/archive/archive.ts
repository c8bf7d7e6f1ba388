import { preservationClient } from '../../../api/preservation-client.js';
import { realRetryContext } from '../../../api/with-retries.js';
import { CommandFault } from '../../command-fault.js';
import { writeText } from '../../output/write-text.js';
import { workOf, type Ended, type Service, type Session, type Verb } from '../../program/verb.js';
import { archiveDeposits } from './archive-deposits.js';
import { archiveVerdict, type ArchiveCounts } from './archive-text.js';
import { defineArchive, readArchiveOptions, type ArchiveOptions } from './options.js';

const HELP = `Usage: muniment archive [deposit] [options]

Removes the files of old deposits from their workspaces, once the repository
is proven to have them. METS files stay. It never asks: only proven copies go.

  muniment archive --dry-run
  muniment archive --older-than P6M
  muniment archive fz4tq7mkv2np --older-than P0D

With the id of a deposit, that one, even if it could not be archived before.

  --older-than <period>  not changed for so long: P6M (default), P1Y, P90D
  --batch <number>       so many at most, the oldest first; 25 by default
  --dry-run              show what would be removed, and change nothing

Exit codes: 0 every deposit was archived, 1 one was not, 2 command line,
4 login, 5 try again later, 130 stopped.
`;

const archiveOver = async (service: Service, options: ArchiveOptions, session: Session): Promise<ArchiveCounts> => {
  const { output, interrupted } = session;
  const retries = realRetryContext((sentence) => output.note(sentence), interrupted);
  const client = preservationClient(service.preservation, { authHeaders: service.authHeaders, retries });
  try {
    return await workOf(service, archiveDeposits(client, options, session));
  } catch (error) {
    if (!interrupted.aborted) throw error;
    throw new CommandFault('Stopped before the end. The platform completes an archive job that has begun.', {
      code: 'interrupted',
      next: 'the same again continues',
    });
  }
};

/** Empties the workspaces of old deposits; `ready` resolves when a service that was started knows all deposits. */
export const archiveWith = (ready: (service: Service) => Promise<void>): Verb => ({
  name: 'archive',
  kind: 'lines',
  help: HELP,
  define: defineArchive,
  run: async ({ args, options: typed }, session): Promise<Ended> => {
    const options = readArchiveOptions(args, typed);
    const service = await session.service();
    await workOf(service, ready(service));
    const counts = await archiveOver(service, options, session);
    if (counts.skipped > 0 || !session.output.quiet)
      await writeText(session.output, archiveVerdict(counts, options.isDryRun));
    return { code: counts.skipped === 0 ? 0 : 1, summary: { isDryRun: options.isDryRun, ...counts } };
  },
});
