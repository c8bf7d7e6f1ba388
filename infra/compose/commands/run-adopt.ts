import { randomUUID } from 'node:crypto';
import { throttle } from '../../../flow/throttle.js';
import { escapePath } from '../../../formats/paths/repository-path.js';
import { readAdoptArguments, type AdoptArguments } from './adopt-arguments.js';
import { adoptedText, adoptionOfJobText, adoptionText, notAdoptedText, reportedText } from './adopt-text.js';
import { jobOnPlatform } from './job-on-platform.js';
import { servingAddress } from '../process/archive-in-use.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { adoptGroup, adoptRepository } from '../../../workers/adopter/adopt-repository.js';
import type { AdoptDependencies } from '../../../workers/adopter/adopt-dependencies.js';
import { countedAdoption } from '../../../workers/adopter/adoption-counts.js';
import { onRepository } from './interruptible.js';
import { EXIT_CODES, type Surroundings } from './command-surroundings.js';
import { commandOf } from './command-of.js';
import { version } from '../process/version.js';

const EXIT_LEFT_OUT = 1;
const EXIT_COULD_NOT_LOOK = 2;

const TELL_EVERY_MS = 10_000;

/** Prints the result for each object, and the progress at intervals. */
const printed = ({ output, messages }: Pick<Surroundings, 'output' | 'messages'>, dryRun: boolean) => {
  const mayTell = throttle(TELL_EVERY_MS);
  return countedAdoption({
    adopted: (object) => output.write(adoptedText(object, dryRun)),
    notAdopted: (object) => output.write(notAdoptedText(object)),
    counted: (counts) => {
      if (mayTell()) messages.write(adoptionText(counts, dryRun));
    },
  });
};

const carryOut = async (dependencies: AdoptDependencies, { group }: AdoptArguments): Promise<void> => {
  if (group === null) return adoptRepository(dependencies);
  if (!(await adoptGroup(dependencies, group)))
    throw new CommandFault(`There is no object of ${escapePath(group)} on the store.`);
};

const adopt = async (request: AdoptArguments, surroundings: Surroundings): Promise<number> => {
  try {
    return await adoptInFolder(request, surroundings);
  } catch (error) {
    const address = servingAddress(error);
    if (address === null) throw error;
    return adoptOnPlatform(address, request, surroundings);
  }
};

const adoptOnPlatform = async (
  address: string,
  { group, dryRun, verify }: AdoptArguments,
  surroundings: Surroundings,
): Promise<number> => {
  const wanted = { kind: 'adoption', archivalGroup: group, dryRun, verify } as const;
  const end = await jobOnPlatform(address, wanted, surroundings);
  if (typeof end === 'string') return EXIT_CODES[end];
  for (const row of end.rows) surroundings.output.write(reportedText(row));
  surroundings.output.write(adoptionOfJobText(end.rows.length - end.job.failures, end.job.failures, dryRun));
  return end.job.failures === 0 ? 0 : EXIT_LEFT_OUT;
};

const adoptInFolder = async (request: AdoptArguments, surroundings: Surroundings): Promise<number> => {
  const { output } = surroundings;
  const { dryRun, verify } = request;
  const { listener, counts } = printed(surroundings, dryRun);
  const texts = {
    done: 'adopted from',
    stopped: 'Stopped before the end. What was adopted stays; run the same command again to continue.',
  };
  const ended = await onRepository(surroundings, texts, ({ events, storageRoot, places }, now) => {
    const recording = { now, producer: version, correlationId: randomUUID(), dryRun };
    return carryOut({ events, storageRoot, places, ...recording, verify, report: listener }, request);
  });
  if (ended !== null) return ended;
  output.write(adoptionText(counts(), dryRun));
  return counts().notAdopted === 0 ? 0 : EXIT_LEFT_OUT;
};

export const runAdopt = commandOf(readAdoptArguments, adopt, () => EXIT_COULD_NOT_LOOK);
