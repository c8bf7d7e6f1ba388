import { downloadedCopies, type LocalCopies } from '../../../workers/pipeline/local-copies.js';
import type { PipelineSurroundings } from '../../../workers/pipeline/run-attempt.js';
import type { ObjectEngine } from '../../embedded/s3-server/s3-server.js';
import { pipelineTools } from '../../tools/pipeline-tools.js';
import type { ProcessParts } from '../process/process-parts.js';
import type { Stores } from '../stores/stores.js';

/** What the pipeline of a process is opened with. */
interface PipelineParts extends Pick<ProcessParts, 'config' | 'dependencies' | 'openScratch'> {
  readonly stores: Pick<Stores, 'engine'>;
}

/** Opens what pipeline runs use: the tools, and the folder on the local disk where they look at files. */
export const openPipeline = async (
  parts: PipelineParts,
): Promise<Omit<PipelineSurroundings, 'dependencies' | 'log'>> => {
  const { config, dependencies, openScratch } = parts;
  const { engine } = parts.stores;
  const { scratchBytes: maxBytes, sourceOrganization } = config.pipeline;
  const scratch = await openScratch();
  const copies = engine === null ? downloadedCopies(dependencies.bytes) : linkedCopies(engine);
  const signatureDays = config.tools.clamav.ageDays;
  return { tools: pipelineTools(config.tools), copies, scratch, maxBytes, sourceOrganization, signatureDays };
};

/** The objects of the embedded store are files on this disk already. */
const linkedCopies = (engine: ObjectEngine): LocalCopies => ({
  takesRoom: false,
  put: (object, location) => engine.link(object, location),
});
