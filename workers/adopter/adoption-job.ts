import type { JobReportLine, PlatformJobRequest, PlatformJobSummary } from '../../events/platform-job.js';
import { watchedReader } from '../../formats/ocfl/storage-root/watched-reader.js';
import { escapePath } from '../../formats/paths/repository-path.js';
import { toldReading, type JobOutput } from '../job-output.js';
import type { AdoptDependencies, AdoptedObject } from './adopt-dependencies.js';
import { adoptGroup, adoptRepository } from './adopt-repository.js';
import { countedAdoption } from './adoption-counts.js';
import { adoptedVersionsText } from './adopted-versions-text.js';

type AdoptionRequest = Extract<PlatformJobRequest, { kind: 'adoption' }>['parameters'];

const NOTHING_TO_COMPARE = { expected: null, found: null } as const;

const adoptedLine = (object: AdoptedObject, dryRun: boolean): JobReportLine => ({
  ...{ code: dryRun ? 'adoptable' : 'adopted', archivalGroup: object.group, key: object.root, ...NOTHING_TO_COMPARE },
  message: `${adoptedVersionsText(object)}.`,
});

/**
 * Carries out an adoption as a job: what is not adopted is a failure. Repeating it is safe. Stops with the reason of
 * the signal. Rejects with the faults of the ports.
 */
export const workAdoption = async (
  dependencies: Omit<AdoptDependencies, 'dryRun' | 'verify' | 'report'>,
  { archivalGroup, dryRun, verify }: AdoptionRequest,
  output: JobOutput,
  signal: AbortSignal,
): Promise<PlatformJobSummary> => {
  const { listener, counts } = countedAdoption({
    adopted: (object) => output.line(adoptedLine(object, dryRun)),
    notAdopted: ({ group, root: key, code, message }) =>
      output.failure({ code, archivalGroup: group, key, message, ...NOTHING_TO_COMPARE }),
    counted: () => signal.throwIfAborted(),
  });
  const storageRoot = watchedReader(dependencies.storageRoot, toldReading(output, signal));
  const adopting = { ...dependencies, storageRoot, dryRun, verify, report: listener };
  if (archivalGroup === null) await adoptRepository(adopting);
  else if (!(await adoptGroup(adopting, archivalGroup))) output.failure(unknown(archivalGroup));
  return counts();
};

const unknown = (archivalGroup: string): JobReportLine => ({
  ...{ code: 'resource-not-found', archivalGroup, key: null, ...NOTHING_TO_COMPARE },
  message: `There is no object of ${escapePath(archivalGroup)} on the store.`,
});
