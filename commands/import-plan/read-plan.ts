import { createHash } from 'node:crypto';
import type { PlanSummary } from '../../events/archival-group.js';
import type { ImportPlanFact, PlannedOperation } from '../../events/import-plan.js';
import type { EventStore } from '../../events/store.js';
import { importPlanStream } from '../core/stream-names.js';
import { planLine } from './write-plan.js';

/** A plan that is not closed, or does not agree with the counts and the digest that close it. */
export class PlanFault extends Error {
  override name = 'PlanFault';
  readonly code = 'plan-broken';
}

/**
 * The operations of a closed plan, in order. Their count and digest are checked after the last one, so a reader must
 * act only after it has read the plan to the end. Throws PlanFault, and EventStoreFault.
 */
export async function* readPlan(events: EventStore, jobId: string): AsyncGenerator<PlannedOperation> {
  const digest = createHash('sha256');
  let entries = 0;
  let summary: PlanSummary | null = null;
  for await (const { type, data } of events.read<ImportPlanFact>(importPlanStream(jobId))) {
    if (type === 'ImportPlanSealed') summary = data;
    for (const operation of type === 'ImportPlanPageRecorded' ? data.operations : []) {
      digest.update(planLine(operation));
      entries += 1;
      yield operation;
    }
  }
  if (summary === null) throw new PlanFault(`the plan of import job ${jobId} is not closed`);
  if (summary.entries !== entries || summary.sha256 !== digest.digest('hex')) {
    throw new PlanFault(`the plan of import job ${jobId} does not agree with its count and digest`);
  }
}
