import type { ExportFact, ExportFailure } from '../../events/export.js';
import type { EventStore } from '../../events/store.js';
import { fold } from '../core/fold.js';
import { exportStream } from '../core/stream-names.js';
import { exportJob } from '../export/decider.js';
import type { Export } from '../export/state.js';

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
