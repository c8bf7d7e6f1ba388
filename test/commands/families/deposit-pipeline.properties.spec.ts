import { expect } from 'chai';
import fc from 'fast-check';
import { isRefusal } from '../../../commands/core/decider.js';
import type { DepositCommand } from '../../../commands/deposit/commands.js';
import { deposit } from '../../../commands/deposit/decider.js';
import { existing } from '../../../commands/deposit/state.js';
import type { DepositFact } from '../../../events/deposit.js';
import { SEED } from '../../support/random/seed.js';
import { ann, bob, created, of, remove } from './deposit-facts.js';
import { claim, complete, endStale, fail, metadata, queue, report } from './pipeline-facts.js';
import { atDepth } from '../../support/random/depth.js';

const run = fc.record({ runId: fc.constantFrom('p1', 'p2', 'p3'), epoch: fc.nat({ max: 3 }) });
const statuses = ['waiting', 'processing', 'metadataCreated', 'completed', 'completedWithErrors'] as const;

const ofPipeline: fc.Arbitrary<DepositCommand> = fc.oneof(
  run.map(({ runId }) => ({ ...queue, runId })),
  run.map((which) => ({ ...claim, ...which })),
  run.map((which) => ({ ...metadata, ...which })),
  run.map((which) => ({ ...complete, ...which })),
  run.map((which) => ({ ...fail, ...which })),
  fc.tuple(run, fc.constantFrom(...statuses)).map(([{ runId }, status]) => ({ ...report, runId, status })),
  run.map(({ runId }) => ({ ...endStale, runId })),
  fc.constant({ type: 'LockDeposit' as const, ...of, force: false, ...ann }),
  fc.constant({ type: 'LockDeposit' as const, ...of, force: true, ...bob }),
  fc.constant({ type: 'UnlockDeposit' as const, ...of, ...ann }),
  fc.constant({ type: 'UnlockDeposit' as const, ...of, ...bob }),
);
const command = fc.oneof(
  { arbitrary: ofPipeline, weight: 60 },
  { arbitrary: fc.constant<DepositCommand>(remove), weight: 1 },
);

const FINAL: readonly string[] = ['PipelineRunCompleted', 'PipelineRunFailed', 'PipelineRunForceCompleted'];
const factsAbout = (facts: readonly DepositFact[], runId: string): readonly DepositFact[] =>
  facts.filter(({ data }) => 'runId' in data && data.runId === runId);

/** The facts of a deposit that is given these commands, one after the other; a run id is queued once, as ids are. */
const carriedOut = (commands: readonly DepositCommand[]): readonly DepositFact[] =>
  commands.reduce<readonly DepositFact[]>(
    (facts, each) => {
      if (each.type === 'QueuePipelineRun' && factsAbout(facts, each.runId).length > 0) return facts;
      const decision = deposit.decide(each, facts.reduce(deposit.evolve, deposit.initial));
      return isRefusal(decision) ? facts : [...facts, ...decision];
    },
    [created],
  );

const holds = (property: (facts: readonly DepositFact[]) => void): void => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => property(carriedOut(commands))),
    { seed: SEED, numRuns: atDepth(300) },
  );
};
const RUNS = ['p1', 'p2', 'p3'];

describe('whatever is asked of the pipeline runs of a deposit', () => {
  it('one of them at most has not ended', () =>
    holds((facts) => {
      const unfinished = new Set<string>();
      for (const { type, data } of facts) {
        if (type === 'PipelineRunQueued') unfinished.add(data.runId);
        else if (FINAL.includes(type) && 'runId' in data) unfinished.delete(data.runId);
        expect(unfinished.size).to.be.lessThan(2);
      }
    }));
  it('nothing of a run follows its end', () =>
    holds((facts) => {
      for (const runId of RUNS) {
        const types = factsAbout(facts, runId).map(({ type }) => type);
        const end = types.findIndex((type) => FINAL.includes(type));
        if (end >= 0) expect(types.slice(end + 1)).to.deep.equal([]);
      }
    }));
  it('each claim of a run has the next epoch, and other facts that of the last claim', () =>
    holds((facts) => {
      for (const runId of RUNS) {
        let epoch = 0;
        for (const { type, data } of factsAbout(facts, runId)) {
          if (type === 'PipelineRunClaimed') expect(data.epoch).to.equal(++epoch);
          else if ('epoch' in data) expect(data.epoch).to.equal(epoch);
        }
      }
    }));
  it('an end leaves no lock, and says whose lock it ended', () =>
    holds((facts) => {
      facts.forEach((fact, index) => {
        if (!FINAL.includes(fact.type) || !('released' in fact.data)) return;
        const before = existing(facts.slice(0, index).reduce(deposit.evolve, deposit.initial));
        const after = existing(facts.slice(0, index + 1).reduce(deposit.evolve, deposit.initial));
        expect([fact.data.released, after?.lock]).to.deep.equal([before?.lock?.by ?? null, null]);
      });
    }));
});
