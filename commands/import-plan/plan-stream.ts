import { createHash, type Hash } from 'node:crypto';
import type { PlannedFiles, PlanSummary } from '../../events/archival-group.js';
import type { ImportPlanFact, PlannedOperation, PlanOperation } from '../../events/import-plan.js';
import { uuidV5 } from '../../events/ids.js';
import { canonicalJson, type Intent } from '../core/intent.js';
import type { AnyCommand, Decider } from '../core/decider.js';
import { handle, type Request } from '../core/handle.js';
import type { Dependencies } from '../core/dependencies.js';
import type { EventStore } from '../../events/store.js';

export const importPlanStream = (jobId: string): string => `importPlan-${jobId}`;

/** A page stays well below the limit of one fact, four pages below that of one append (APPEND_LIMITS). */
const PAGE_BYTES = 180 * 1024;
const PAGES_PER_APPEND = 4;

/** The part of a plan that one append writes: some pages, or the fact that closes it. */
interface WritePlan extends AnyCommand<'WritePlan'> {
  readonly facts: readonly ImportPlanFact[];
}

/** A plan is written by one request alone, page by page, so there is nothing to decide. */
const plan: Decider<null, WritePlan, ImportPlanFact> = {
  initial: null,
  decide: ({ facts }) => facts,
  evolve: (state) => state,
};

/** What the digest is taken of: every operation's canonical JSON and a line break, in the order of the plan. */
export const planLine = (operation: PlannedOperation): string => `${canonicalJson(operation)}\n`;

/** Operations in pages of a bounded size; at least one page, also for an empty plan. */
function* pagesOf(operations: readonly PlannedOperation[], digest: Hash): Generator<readonly PlannedOperation[]> {
  let page: PlannedOperation[] = [];
  let size = 0;
  for (const operation of operations) {
    const line = Buffer.from(planLine(operation));
    digest.update(line);
    if (size + line.length > PAGE_BYTES && page.length > 0) {
      yield page;
      page = [];
      size = 0;
    }
    page.push(operation);
    size += line.length;
  }
  yield page;
}

const contentBytes = ({ op, size }: PlannedOperation): number =>
  op === 'add-binary' || op === 'patch-binary' ? (size ?? 0) : 0;

const FILES: Readonly<Partial<Record<PlanOperation, keyof PlannedFiles>>> = {
  'add-binary': 'added',
  'patch-binary': 'changed',
  'delete-binary': 'deleted',
  'rename-binary': 'renamed',
};

/** Writes a plan to the new stream `importPlan-<jobId>` and closes it with its digest. */
export const writePlan = async (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  { jobId, operations }: { readonly jobId: string; readonly operations: readonly PlannedOperation[] },
): Promise<PlanSummary> => {
  const digest = createHash('sha256');
  const tally = { pages: 0, entries: 0, bytes: 0 };
  const files = { added: 0, changed: 0, deleted: 0, renamed: 0 };
  let revision: bigint | 'none' = 'none';
  const write = async (facts: readonly ImportPlanFact[]): Promise<void> => {
    if (facts.length === 0) return;
    // The id depends on the plan so far, so that another plan under the same job id is a conflict, not a repeat.
    const commandId = uuidV5(`${intent.commandId}:${jobId}:${revision}:${digest.copy().digest('hex')}`);
    const request: Request<null, WritePlan, ImportPlanFact> = {
      decider: plan,
      stream: importPlanStream(jobId),
      command: { type: 'WritePlan', facts, by: intent.actor.agent, at: intent.at },
      ifRevision: revision,
    };
    const result = await handle(dependencies, { ...intent, commandId, causationId: intent.commandId }, request);
    if (result.ok) revision = result.value.at(-1)?.revision ?? revision;
  };
  let waiting: ImportPlanFact[] = [];
  for (const page of pagesOf(operations, digest)) {
    tally.pages += 1;
    tally.entries += page.length;
    for (const operation of page) {
      tally.bytes += contentBytes(operation);
      const change = FILES[operation.op];
      if (change !== undefined) files[change] += 1;
    }
    waiting.push({ type: 'ImportPlanPageRecorded', data: { jobId, page: tally.pages, operations: page } });
    if (waiting.length < PAGES_PER_APPEND) continue;
    await write(waiting);
    waiting = [];
  }
  await write(waiting);
  const summary = { ...tally, files, sha256: digest.copy().digest('hex') };
  await write([{ type: 'ImportPlanSealed', data: { jobId, ...summary } }]);
  return summary;
};

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
