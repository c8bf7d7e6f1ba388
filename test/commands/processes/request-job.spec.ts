import { expect } from 'chai';
import fc from 'fast-check';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { onPlatformJob, readPlatformJob } from '../../../commands/platform-job/platform-job-stream.js';
import { requestJob } from '../../../commands/processes/jobs/request-job.js';
import type { EventStore } from '../../../events/store.js';
import type { JobTargetFact, NewPlatformJob, PlatformJobFact } from '../../../events/platform-job.js';
import {
  dependenciesOn,
  emptyBytes,
  finishEverything,
  intentOf,
  logOf,
  memoryEvents,
} from '../../support/command-bench.js';
import { atDepth } from '../../support/random/depth.js';
import { atRandom, interleave, type Process } from '../../support/scheduling/interleaving.js';
import { valueOf } from '../../support/value-of.js';

const audit = (archivalGroup: string | null): NewPlatformJob => ({
  kind: 'audit',
  parameters: { archivalGroup, quick: false },
});
const rebuild: NewPlatformJob = { kind: 'rebuild', parameters: { view: 'deposits' } };
const end = { outcome: 'completed', summary: null, errors: [], failures: 0 } as const;

/** Claims and ends every job that waits, as a worker does. */
const workAll = async (dependencies: Dependencies): Promise<void> => {
  for (const { data, type } of await logOf(dependencies.events)) {
    if (type !== 'JobRequested') continue;
    const { jobId } = data as PlatformJobFact['data'];
    const claim = { type: 'ClaimJob', jobId, epoch: 0, worker: 'w' } as const;
    if (!(await onPlatformJob(dependencies, intentOf('platform'), claim)).ok) continue;
    await onPlatformJob(dependencies, intentOf('platform'), { type: 'EndJob', jobId, epoch: 1, ...end });
  }
};

/** The jobs that the log has as live, after each of its facts. */
const liveAtOnce = async (events: EventStore): Promise<number> => {
  const live = new Set<string>();
  let most = 0;
  for (const { type, data } of await logOf(events)) {
    const { jobId } = data as (PlatformJobFact | JobTargetFact)['data'];
    if (type === 'JobAdmitted') live.add(jobId);
    if (type === 'JobEnded') live.delete(jobId);
    most = Math.max(most, live.size);
  }
  return most;
};

describe('requesting a job of the platform', () => {
  let dependencies: Dependencies;
  beforeEach(() => {
    dependencies = dependenciesOn(memoryEvents(), emptyBytes());
  });
  const ask = (request: NewPlatformJob, key?: string) => requestJob(dependencies, intentOf('ann', key, key), request);

  it('begins a job that waits', async () => {
    const { jobId } = valueOf(await ask(audit(null)));
    expect(await readPlatformJob(dependencies.events, jobId)).to.deep.include({
      status: 'live',
      epoch: 0,
      worker: null,
    });
  });

  it('answers a repeat with the same job', async () => {
    const { jobId } = valueOf(await ask(audit(null), 'key'));
    expect(valueOf(await ask(audit(null), 'key'))).to.deep.equal({ jobId });
    await workAll(dependencies);
    expect(valueOf(await ask(audit(null), 'key'))).to.deep.equal({ jobId });
  });

  it('is refused, naming the first, while a job of the same kind and target has not ended', async () => {
    const { jobId } = valueOf(await ask(audit(null)));
    const second = await ask(audit(null));
    expect(second).to.have.nested.property('refusal.code', 'job-of-kind-active');
    expect(second).to.have.nested.property('refusal.holder.what', `audit job ${jobId}`);
    await workAll(dependencies);
    expect(valueOf(await ask(audit(null))).jobId).to.not.equal(jobId);
  });

  it('allows other kinds and other targets meanwhile', async () => {
    for (const request of [audit(null), audit('letters/1911'), audit('letters/1912'), rebuild])
      valueOf(await ask(request));
    expect(await ask(audit('letters/1911'))).to.have.nested.property('refusal.code', 'job-of-kind-active');
  });

  it('admits one at a time, whatever is asked at once, with two crashes', async () => {
    const asked = fc.array(fc.constantFrom('ask', 'work', 'follow the log'), { minLength: 2, maxLength: 6 });
    const property = fc.asyncProperty(asked, fc.nat(), async (steps, seed) => {
      const events = memoryEvents();
      const processOf = (step: string): Process => {
        const intent = intentOf('ann');
        return (store) => {
          const on = dependenciesOn(store, emptyBytes());
          if (step === 'ask') return requestJob(on, intent, audit(null));
          return step === 'work' ? workAll(on) : finishEverything(on);
        };
      };
      await interleave(events, [processOf('ask'), ...steps.map(processOf)], { choose: atRandom(seed), kills: 2 });
      const after = dependenciesOn(events, emptyBytes());
      await finishEverything(after);
      await workAll(after);
      expect(await liveAtOnce(events)).to.be.at.most(1);
      await finishEverything(after);
      expect(await requestJob(after, intentOf('bob'), audit(null))).to.have.property('ok', true);
      await events.close();
    });
    await fc.assert(property, { numRuns: atDepth(200) });
  });
});
