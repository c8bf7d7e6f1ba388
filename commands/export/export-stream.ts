import type { ExportFact, ExportFailure } from '../../events/export.js';
import type { CommandInput, HandleResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { handle } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import { exportJob, type ExportCommand } from './decider.js';
import type { EventStore } from '../../events/store.js';
import { fold } from '../core/fold.js';
import type { Export } from './state.js';

export const exportStream = (exportId: string): string => `export-${exportId}`;

/** Carries out a command on an export. */
export const onExport = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: CommandInput<ExportCommand>,
): Promise<HandleResult<ExportFact>> =>
  handle(dependencies, intent, { decider: exportJob, stream: exportStream(command.exportId), command });

/** An export as its stream has it; null for an id that no export has. */
export const readExport = async (events: EventStore, exportId: string): Promise<Export | null> => {
  const { state } = await fold(events, exportJob, exportStream(exportId));
  return state.status === 'absent' ? null : state;
};

/** The failures that the worker with this epoch recorded, in the order in which it met them. */
export async function* readExportFailures(
  events: EventStore,
  exportId: string,
  epoch: number,
): AsyncGenerator<ExportFailure> {
  for await (const fact of events.read<ExportFact>(exportStream(exportId)))
    if (fact.type === 'ExportFailuresRecorded' && fact.data.epoch === epoch) yield* fact.data.failures;
}
