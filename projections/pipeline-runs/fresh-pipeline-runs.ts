import type { DepositFact } from '../../events/deposit.js';
import type { Position, RecordedFact } from '../../events/envelope.js';
import type { PipelineRunFact } from '../../events/pipeline-run.js';
import type { EventStore } from '../../events/store.js';
import { isTransient } from '../../events/transient.js';
import { pipelineRuns, type PipelineRunDocument, type PipelineRunsView } from './pipeline-runs.js';

/** The view, and what its answers are completed from. */
export interface FreshPipelineRunsOptions {
  readonly view: PipelineRunsView;
  /** The position of the view. */
  readonly position: () => Position | null;
  readonly events: Pick<EventStore, 'read'>;
}

type RunFact = RecordedFact<DepositFact | PipelineRunFact>;

const inOrder = (facts: readonly RunFact[]): readonly RunFact[] =>
  [...facts].sort((one, other) => (one.position < other.position ? -1 : 1));

/**
 * The same view, where the runs of a deposit are completed from the event streams that the view has not read yet, and
 * made from the streams alone while it cannot be read: so a client sees every acknowledged write, whichever process
 * answered it, and where no projector runs.
 */
export const freshPipelineRuns = ({ view, position, events }: FreshPipelineRunsOptions): PipelineRunsView => {
  /** The facts of a stream after a position of the view, the oldest first. */
  const unseen = async (stream: string, after: Position | null): Promise<RunFact[]> => {
    const facts: RunFact[] = [];
    for await (const fact of events.read<RunFact>(stream, { direction: 'backwards' })) {
      if (after !== null && fact.position <= after) break;
      facts.push(fact);
    }
    return facts.reverse();
  };

  /** What the view knows, and its position; nothing and null where it cannot be read. */
  const knownOr = async <T>(nothing: T, read: () => Promise<T>): Promise<{ after: Position | null; known: T }> => {
    const after = position(); // taken before the view is read, which may then be further, never behind
    try {
      return { after, known: await read() };
    } catch (error) {
      if (!isTransient(error)) throw error;
      return { after: null, known: nothing };
    }
  };

  const run: PipelineRunsView['run'] = async (depositId, runId) => {
    const { after, known } = await knownOr(null, () => view.run(depositId, runId));
    const facts = [...(await unseen(`deposit-${depositId}`, after)), ...(await unseen(`pipelineRun-${runId}`, after))];
    const doc = inOrder(facts)
      .flatMap((fact) => pipelineRuns.touches(fact))
      .filter(({ key }) => key === runId)
      .reduce<PipelineRunDocument | null>((before, { apply }) => apply(before), known);
    return doc?.depositId === depositId ? doc : null;
  };

  const runsOfDeposit: PipelineRunsView['runsOfDeposit'] = async (depositId) => {
    const { after, known } = await knownOr([], () => view.runsOfDeposit(depositId));
    const runs = new Map(known.map((doc) => [doc.runId, doc]));
    const facts = await unseen(`deposit-${depositId}`, after);
    const begun = facts.flatMap((fact) => (fact.type === 'PipelineRunQueued' ? [fact.data.runId] : []));
    for (const runId of begun) facts.push(...(await unseen(`pipelineRun-${runId}`, after)));
    const touches = inOrder(facts).flatMap((fact) => pipelineRuns.touches(fact));
    for (const { key, apply } of touches) {
      const doc = apply(runs.get(key) ?? null);
      if (doc !== null) runs.set(key, doc);
    }
    return [...runs.values()].sort((one, other) => one.revision - other.revision);
  };

  return { ...view, run, runsOfDeposit };
};
