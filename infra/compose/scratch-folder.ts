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

/** Opens the scratch folder of a process when it is asked for first; answers the same one to all who ask. */
export type OpenScratch = () => Promise<Scratch>;

/**
 * The scratch folder of the settings, for a process that may need it. Where it is opened, what processes that have ended
 * left there is removed.
 */
export const scratchFolder = ({ config, folder, log, disposal }: ScratchOpening): OpenScratch => {
  const inFolder = folder === null ? join(tmpdir(), 'muniment-scratch') : join(folder.path, 'scratch');
  const place = config.pipeline.scratchFolder ?? inFolder;
  let opening: Promise<Scratch> | undefined;
  const open = async (): Promise<Scratch> =>
    disposal.keep('scratch folder', await openScratch(place, log), (it) => it.close());
  return () => (opening ??= open());
};
