import { throttle } from '../../../flow/throttle.js';
import { escapePath } from '../../../formats/paths/repository-path.js';
import { readAuditArguments, type AuditArguments } from './audit-arguments.js';
import { progressText, rowText, summaryOfJobText, summaryText } from './audit-text.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { auditAll, auditKnownGroup, type AllAudited } from '../../../workers/auditor/audit-all.js';
import { countedAudit } from '../../../workers/auditor/audit-counts.js';
import { onRepository } from './interruptible.js';
import { EXIT_CODES, type Surroundings } from './command-surroundings.js';
import { commandOf } from './command-of.js';
import { jobOnPlatform } from './job-on-platform.js';
import { servingAddress } from '../process/archive-in-use.js';

const EXIT_FOUND = 1;
const EXIT_COULD_NOT_LOOK = 2;

const TELL_EVERY_MS = 10_000;

/** Prints each finding immediately, and the progress at intervals. */
const printed = ({ output, messages }: Pick<Surroundings, 'output' | 'messages'>) => {
  const mayTell = throttle(TELL_EVERY_MS);
  return countedAudit({
    found: (finding) => output.write(rowText(finding)),
    counted: (counts) => {
      if (mayTell()) messages.write(`${progressText(counts)}\n`);
    },
  });
};

/** Answers the read models that could not be compared. Throws CommandFault for a group that there is not. */
const look = async (dependencies: AllAudited, { group }: AuditArguments): Promise<readonly string[]> => {
  if (group === null) return auditAll(dependencies);
  if (await auditKnownGroup(dependencies, group)) return [];
  throw new CommandFault(`There is no archival group ${escapePath(group)}.`);
};

const uncountedText = (view: string): string =>
  `The read model ${view} was written by an earlier version and is not compared; the platform rebuilds it automatically.\n`;

const audit = async (request: AuditArguments, surroundings: Surroundings): Promise<number> => {
  try {
    return await auditFolder(request, surroundings);
  } catch (error) {
    const address = servingAddress(error);
    if (address === null) throw error;
    return auditOnPlatform(address, request, surroundings);
  }
};

const auditOnPlatform = async (
  address: string,
  { group, quick }: AuditArguments,
  surroundings: Surroundings,
): Promise<number> => {
  const end = await jobOnPlatform(address, { kind: 'audit', archivalGroup: group, quick }, surroundings);
  if (typeof end === 'string') return EXIT_CODES[end];
  for (const row of end.rows) surroundings.output.write(rowText(row));
  surroundings.output.write(summaryOfJobText(end.job));
  return end.job.failures === 0 ? 0 : EXIT_FOUND;
};

const auditFolder = async (request: AuditArguments, surroundings: Surroundings): Promise<number> => {
  const { output, messages } = surroundings;
  const { listener, counts } = printed(surroundings);
  const texts = { done: 'audited', stopped: 'Stopped before the end. Nothing was changed.' };
  const ended = await onRepository(surroundings, texts, async (stores) => {
    const uncounted = await look({ ...stores, quick: request.quick, report: listener }, request);
    for (const view of uncounted) messages.write(uncountedText(view));
  });
  if (ended !== null) return ended;
  output.write(summaryText(counts()));
  return counts().findings === 0 ? 0 : EXIT_FOUND;
};

export const runAudit = commandOf(readAuditArguments, audit, () => EXIT_COULD_NOT_LOOK);
