import { throttle } from '../../../flow/throttle.js';
import { escapePath } from '../../../formats/paths/repository-path.js';
import { readAdoptArguments, type AdoptArguments } from './adopt-arguments.js';
import { adoptedText, adoptionText, notAdoptedText, type AdoptCounts } from './adopt-text.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { adoptGroup, adoptRepository } from '../../../workers/adopter/adopt-repository.js';
import type { AdoptListener, AdoptDependencies } from '../../../workers/adopter/adopt-dependencies.js';
import { onRepository } from './interruptible.js';
import type { Surroundings } from './command-surroundings.js';
import { commandOf } from './command-of.js';
import { version } from '../process/version.js';

const EXIT_LEFT_OUT = 1;
const EXIT_COULD_NOT_LOOK = 2;

const TELL_EVERY_MS = 10_000;

interface Tally {
  readonly listener: AdoptListener;
  readonly counts: () => AdoptCounts;
}

/** Prints the result for each object, and the progress at intervals. */
const tally = ({ output, messages }: Pick<Surroundings, 'output' | 'messages'>, dryRun: boolean): Tally => {
  const counts = { groups: 0, versions: 0, known: 0, notAdopted: 0 };
  const mayTell = throttle(TELL_EVERY_MS);
  const progress = (): void => {
    if (mayTell()) messages.write(adoptionText(counts, dryRun));
  };
  return {
    counts: () => ({ ...counts }),
    listener: {
      adopted(object) {
        counts.groups += 1;
        counts.versions += object.head - object.first + 1;
        output.write(adoptedText(object, dryRun));
        progress();
      },
      known() {
        counts.known += 1;
        progress();
      },
      notAdopted(object) {
        counts.notAdopted += 1;
        output.write(notAdoptedText(object));
        progress();
      },
    },
  };
};

const carryOut = async (dependencies: AdoptDependencies, { group }: AdoptArguments): Promise<void> => {
  if (group === null) return adoptRepository(dependencies);
  if (!(await adoptGroup(dependencies, group)))
    throw new CommandFault(`There is no object of ${escapePath(group)} on the store.`);
};

const adopt = async (request: AdoptArguments, surroundings: Surroundings): Promise<number> => {
  const { output } = surroundings;
  const { dryRun, verify } = request;
  const { listener, counts } = tally(surroundings, dryRun);
  const texts = {
    done: 'adopted from',
    stopped: 'Stopped before the end; what was adopted stays, and the same command goes on from here.',
  };
  const ended = await onRepository(surroundings, texts, ({ events, storageRoot, places }, now) =>
    carryOut({ events, storageRoot, places, now, producer: version, dryRun, verify, report: listener }, request),
  );
  if (ended !== null) return ended;
  output.write(adoptionText(counts(), dryRun));
  return counts().notAdopted === 0 ? 0 : EXIT_LEFT_OUT;
};

export const runAdopt = commandOf(readAdoptArguments, adopt, () => EXIT_COULD_NOT_LOOK);
