import type { ExportFact } from '../../events/export.js';
import type { Given } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { handle, type HandleResult } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import { exportStream } from '../core/stream-names.js';
import { exportJob, type ExportCommand } from './decider.js';

/** Carries out a command on an export. */
export const onExport = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: Given<ExportCommand>,
): Promise<HandleResult<ExportFact>> =>
  handle(dependencies, intent, { decider: exportJob, stream: exportStream(command.exportId), command });
