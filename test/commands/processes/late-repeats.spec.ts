import { expect } from 'chai';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Intent } from '../../../commands/core/intent.js';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { onDeposit } from '../../../commands/deposit/deposit-stream.js';
import { exportDeposit } from '../../../commands/processes/deposits/export-deposit.js';
import { openDeposit } from '../../../commands/processes/deposits/open-deposit.js';
import { requestJob } from '../../../commands/processes/jobs/request-job.js';
import { requestPipelineRun } from '../../../commands/processes/pipeline/request-pipeline-run.js';
import { descriptionOf } from '../../../events/deposit-description.js';
import type { NewPlatformJob } from '../../../events/platform-job.js';
import { timestampOf } from '../../../events/time.js';
import { dependenciesOn, intentOf, logOf, memoryEvents, noon, temporaryBytes } from '../../support/command-bench.js';
import { openedOnce } from '../../support/platform/opened.js';
import { valueOf } from '../../support/value-of.js';
import { publish } from '../workspace/published-group.js';
import { group, newDeposit } from './scenarios.js';

const TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000;

/** A request whose answer names something whose id comes from the key. */
const keyed = (days: 'today' | 'ten days later'): Intent => ({
  ...intentOf('ann', 'key', 'ff'),
  at: timestampOf(new Date(noon.getTime() + (days === 'today' ? 0 : TEN_DAYS_MS))),
});

describe('a request that is repeated after more than seven days finds what it has made', () => {
  const store = openedOnce(temporaryBytes);
  let dependencies: Dependencies;
  beforeEach(() => {
    dependencies = dependenciesOn(memoryEvents(), store.bytes);
  });

  /** Asks for the same twice; nothing is written the second time. */
  const twice = async <T>(ask: (intent: Intent) => Promise<T>, between: () => Promise<unknown>): Promise<void> => {
    const first = await ask(keyed('today'));
    await between();
    const { length } = await logOf(dependencies.events);
    expect(await ask(keyed('ten days later'))).to.deep.equal(first);
    expect(await logOf(dependencies.events)).to.have.length(length);
  };
  const nothing = () => Promise.resolve();
  const ofNothing = descriptionOf({});

  it('a deposit', () =>
    twice(async (intent) => {
      const wanted = { ...ofNothing, template: 'None', archivalGroup: group, bucket: 'workspace' } as const;
      return valueOf(await openDeposit(dependencies, intent, wanted)).depositId;
    }, nothing));

  it('a deposit that a version was exported to', async () => {
    await publish(store, dependencies, { 'letter.txt': 'dear' });
    const wanted = {
      ...ofNothing,
      template: 'None',
      archivalGroup: group,
      version: null,
      bucket: 'workspace',
    } as const;
    await twice(async (intent) => valueOf(await exportDeposit(dependencies, intent, wanted)).depositId, nothing);
    expect((await readLedger(dependencies.events, group)).export).to.not.equal(null);
  });

  it('a pipeline run, also one that has ended', async () => {
    const { depositId } = await newDeposit(dependencies, null);
    let runId = '';
    await twice(
      async (intent) => {
        ({ runId } = valueOf(await requestPipelineRun(dependencies, intent, depositId)));
        return runId;
      },
      async () => {
        const cancel = { type: 'SteerJob', depositId, jobId: runId, step: 'cancel' } as const;
        valueOf(await onDeposit(dependencies, intentOf('ann'), cancel));
      },
    );
  });

  it('an audit', () => {
    const audit: NewPlatformJob = { kind: 'audit', parameters: { archivalGroup: null, quick: false } };
    return twice(async (intent) => valueOf(await requestJob(dependencies, intent, audit)).jobId, nothing);
  });
});
