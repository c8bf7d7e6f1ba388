import type { ImportJobFact } from '../../events/import-job.js';
import { handle, type HandleResult } from '../core/handle.js';
import type { Services } from '../core/services.js';
import type { Intent } from '../core/intent.js';
import { importJobStream } from '../core/stream-names.js';
import { importJob, type ImportJobCommand } from './decider.js';

/** Carries out a command on an import job. */
export const onImportJob = (
  services: Pick<Services, 'events' | 'producer'>,
  intent: Intent,
  command: ImportJobCommand,
): Promise<HandleResult<ImportJobFact>> =>
  handle(services, intent, { decider: importJob, stream: importJobStream(command.jobId), command });
