import type { Dependencies } from '../../../commands/core/dependencies.js';
import { downloadedCopies, type LocalCopies } from '../../../workers/pipeline/local-copies.js';
import type { PipelineSurroundings } from '../../../workers/pipeline/run-attempt.js';
import type { Config } from '../../config/config.js';
import type { ObjectEngine } from '../../embedded/s3-server/s3-server.js';
import { pipelineTools } from '../../tools/pipeline-tools.js';
import type { OpenScratch } from '../scratch-folder.js';

/** What the pipeline of a process is opened with. */
export interface PipelineOpening {
  readonly config: Pick<Config, 'tools' | 'pipeline'>;
  readonly dependencies: Dependencies;
  /** Null where a server has the objects. */
  readonly engine: ObjectEngine | null;
  readonly openScratch: OpenScratch;
}

/** Opens what pipeline runs use: the tools, and the folder on the local disk where they look at files. */
export const openPipeline = async (
  opening: PipelineOpening,
): Promise<Omit<PipelineSurroundings, 'dependencies' | 'log'>> => {
  const { config, dependencies, engine, openScratch } = opening;
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
