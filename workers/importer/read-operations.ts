import { readPlan } from '../../commands/import-plan/plan-stream.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import type { EventStore } from '../../events/store.js';
import { SLICE } from '../../flow/slices.js';
import { yieldEvery } from '../../flow/yield-every.js';

/** Gives equal texts as one string, so that a text which very many operations repeat is in memory once. */
const sharedTexts = (): ((text: string) => string) => {
  const known = new Map<string, string>();
  return (text) => {
    const same = known.get(text);
    if (same === undefined) known.set(text, text);
    return same ?? text;
  };
};

/** The operation with a shared bucket and content type, of which a plan has few different ones. */
const withShared = (operation: PlannedOperation, shared: (text: string) => string): PlannedOperation => {
  const { origin, contentType } = operation;
  return {
    ...operation,
    ...(origin === undefined ? {} : { origin: { ...origin, bucket: shared(origin.bucket) } }),
    ...(contentType === undefined ? {} : { contentType: shared(contentType) }),
  };
};

/** All operations of a job's plan, in memory. Rejects as `readPlan` throws. */
export const readOperations = async (events: EventStore, jobId: string): Promise<PlannedOperation[]> => {
  const operations: PlannedOperation[] = [];
  const shared = sharedTexts();
  const yielding = yieldEvery(SLICE);
  for await (const operation of readPlan(events, jobId)) {
    operations.push(withShared(operation, shared));
    await yielding();
  }
  return operations;
};
