import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../workers/log.js';
import { openScratch, type Scratch } from '../../workers/pipeline/scratch.js';
import type { Config } from '../config/config.js';
import type { DataFolder } from '../embedded/data-folder.js';
import type { DisposalStack } from './disposal-stack.js';

interface ScratchOpening {
  readonly config: Pick<Config, 'pipeline'>;
  /** Null where servers store everything. */
  readonly folder: DataFolder | null;
  readonly log: Log;
  readonly disposal: DisposalStack;
}

/** Opens the scratch folder of the settings, and removes what processes that have ended left there. */
export const openScratchFolder = async ({ config, folder, log, disposal }: ScratchOpening): Promise<Scratch> => {
  const inFolder = folder === null ? join(tmpdir(), 'muniment-scratch') : join(folder.path, 'scratch');
  const place = config.pipeline.scratchFolder ?? inFolder;
  return disposal.keep('scratch folder', await openScratch(place, log), (it) => it.close());
};
