import type { EventStore } from '../../events/store.js';
import { workspaceAt, type Destination } from './destination.js';

/**
 * The ETag of the METS with which the deposit was opened whose workspace a destination is: the platform wrote it, so an
 * export may replace it while nobody has changed it. Null where there is no such METS, and for any other destination.
 */
export const openingMets = async (
  { events }: { readonly events: EventStore },
  destination: Destination,
): Promise<string | null> => {
  const deposit = await workspaceAt(events, destination);
  return deposit === null ? null : deposit.openingMets;
};
