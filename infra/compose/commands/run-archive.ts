import { preservationClient } from '../../../clients/api/preservation-client.js';
import { realRetryContext } from '../../../clients/api/with-retries.js';
import {
  readArchiveArguments,
  type ArchiveArguments,
} from '../../../clients/command-line/arguments/archive-arguments.js';
import { archiveDeposits, type ArchiveCounts } from '../../../clients/command-line/archive/archive-deposits.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { counted } from '../../../clients/command-line/output/cells.js';
import { parsePeriod } from '../../../formats/period.js';
import type { Config } from '../../config/config.js';
import { commandConfig } from './command-config.js';
import { commandOf } from './command-of.js';
import { EXIT_CODES, type Interruption, type Surroundings } from './command-surroundings.js';
import { startedUnlessInterrupted } from './interruptible.js';
import { ownCalls } from './own-calls.js';
import { servingAddress } from '../process/archive-in-use.js';

const EXIT_SKIPPED = 1;
const EXIT_COULD_NOT_LOOK = 2;

/** Ends the work at a signal. */
interface ArchiveSurroundings extends Surroundings {
  readonly ending: AbortController;
}

const work = async (
  address: string,
  request: ArchiveArguments,
  { identity }: Pick<Config, 'identity'>,
  { output, messages, interrupted, ending }: ArchiveSurroundings,
): Promise<ArchiveCounts | Interruption> => {
  const note = (line: string): void => {
    if (!ending.signal.aborted) messages.write(`${line}\n`);
  };
  const retries = realRetryContext(note, ending.signal);
  const client = preservationClient(address, { authHeaders: ownCalls(identity), retries });
  const write = (line: string): void => {
    if (!ending.signal.aborted) output.write(line);
  };
  const archiving = archiveDeposits({ client, signal: ending.signal, write }, request);
  archiving.catch(() => undefined); // it fails after a signal, as intended
  const end = await Promise.race([archiving, interrupted]);
  if (typeof end === 'string') ending.abort(new Error('the command is stopping'));
  return end;
};

/** Works through a platform that is started on the data folder for it. */
const workOnOwn = async (
  request: ArchiveArguments,
  config: Config,
  around: ArchiveSurroundings,
): Promise<ArchiveCounts | Interruption> => {
  const say = (line: string): void => void around.messages.write(`${line}\n`);
  const platform = await startedUnlessInterrupted(config, around, around.ending.signal, say);
  if (typeof platform === 'string') return platform;
  try {
    await platform.settle();
    return await work(platform.ready.preservation, request, config, around);
  } finally {
    await platform.stop();
  }
};

/** Works through the platform that runs on the data folder, else through one that is started for it. */
const workOnFolder = async (
  request: ArchiveArguments,
  config: Config,
  around: ArchiveSurroundings,
): Promise<ArchiveCounts | Interruption> => {
  try {
    return await workOnOwn(request, config, around);
  } catch (error) {
    const address = servingAddress(error);
    if (address === null) throw error;
    return work(address, request, config, around);
  }
};

const archive = async (request: ArchiveArguments, surroundings: Surroundings): Promise<number> => {
  if (parsePeriod(request.olderThan) === null)
    throw new CommandFault(`--older-than must be a period such as P6M, P1Y or P90D, not '${request.olderThan}'.`);
  // The archiver of this platform works only on request.
  const config = commandConfig({ ...surroundings.environment, MUNIMENT_ARCHIVE_EVERY_HOURS: '0' });
  const around = { ...surroundings, ending: new AbortController() };
  const end =
    request.server === null
      ? await workOnFolder(request, config, around)
      : await work(request.server, request, config, around);
  if (typeof end === 'string') {
    surroundings.messages.write('Stopped before the end. The platform completes an archive job that has begun.\n');
    return EXIT_CODES[end];
  }
  surroundings.output.write(countsText(end, request));
  return end.skipped === 0 ? 0 : EXIT_SKIPPED;
};

const countsText = ({ archived, skipped, files, bytes }: ArchiveCounts, { dryRun }: ArchiveArguments): string =>
  `${dryRun ? 'Would archive' : 'Archived'} ${counted(archived, 'deposit')}, of ${counted(files, 'file')} with ` +
  `${counted(bytes, 'byte')}; ${counted(skipped, 'deposit')} skipped.\n`;

export const runArchive = commandOf(readArchiveArguments, archive, () => EXIT_COULD_NOT_LOOK);
