import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScratch, type Scratch } from '../../../workers/pipeline/scratch.js';
import type { ProcessParts } from './process-parts.js';

/**
 * The scratch folder of the settings, for a process that may need it. Where it is opened, what processes that have ended
 * left there is removed.
 */
export const scratchFolder = ({
  config,
  folder,
  log,
  disposal,
}: Pick<ProcessParts, 'config' | 'folder' | 'log' | 'disposal'>): ProcessParts['openScratch'] => {
  const inFolder = folder === null ? join(tmpdir(), 'muniment-scratch') : join(folder.path, 'scratch');
  const place = config.pipeline.scratchFolder ?? inFolder;
  let opening: Promise<Scratch> | undefined;
  const open = async (): Promise<Scratch> =>
    disposal.keep('scratch folder', await openScratch(place, log('scratch')), (it) => it.close());
  return () => (opening ??= open());
};
