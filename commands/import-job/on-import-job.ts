import type { ImportJobFact } from '../../events/import-job.js';
import { handle, type HandleResult } from '../core/handle.js';
import type { Given } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { importJobStream } from '../core/stream-names.js';
import { importJob, type ImportJobCommand } from './decider.js';

/** Carries out a command on an import job. */
export const onImportJob = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: Given<ImportJobCommand>,
): Promise<HandleResult<ImportJobFact>> =>
  handle(dependencies, intent, { decider: importJob, stream: importJobStream(command.jobId), command });
