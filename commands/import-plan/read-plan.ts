import { createHash } from 'node:crypto';
import type { PlanSeal } from '../../events/archival-group.js';
import type { ImportPlanFact, PlannedOperation } from '../../events/import-plan.js';
import type { EventStore } from '../../events/store.js';
import { importPlanStream } from '../core/stream-names.js';
import { planLine } from './write-plan.js';

/** A plan that does not hold what its seal says, or has none. */
export class PlanFault extends Error {
  override name = 'PlanFault';
  readonly code = 'plan-broken';
}

/**
 * The operations of a sealed plan, page by page. The seal is checked when everything before it was read, so a reader
 * acts only on a plan that it has read to the end. Throws PlanFault.
 */
export async function* readPlan(events: EventStore, jobId: string): AsyncGenerator<PlannedOperation> {
  const digest = createHash('sha256');
  let entries = 0;
  let seal: PlanSeal | null = null;
  for await (const { type, data } of events.read<ImportPlanFact>(importPlanStream(jobId))) {
    if (type === 'ImportPlanSealed') seal = data;
    for (const operation of type === 'ImportPlanPageRecorded' ? data.operations : []) {
      digest.update(planLine(operation));
      entries += 1;
      yield operation;
    }
  }
  if (seal === null) throw new PlanFault(`the plan of import job ${jobId} is not sealed`);
  if (seal.entries !== entries || seal.sha256 !== digest.digest('hex')) {
    throw new PlanFault(`the plan of import job ${jobId} does not agree with its seal`);
  }
}
