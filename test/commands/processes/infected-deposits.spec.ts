import { expect } from 'chai';
import { onDeposit } from '../../../commands/deposit/deposit-stream.js';
import { importDeposit } from '../../../commands/processes/imports/import-deposit.js';
import { requestPipelineRun } from '../../../commands/processes/pipeline/request-pipeline-run.js';
import { claimPipelineRun } from '../../../commands/processes/pipeline/claim-pipeline-run.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { dependenciesOn, emptyBytes, intentOf, memoryEvents } from '../../support/command-bench.js';
import { valueOf } from '../../support/value-of.js';
import { group, newDeposit, submission } from './scenarios.js';

describe('the import of a deposit in which the last pipeline run found a virus', () => {
  let dependencies: Dependencies;
  let depositId: string;
  beforeEach(async () => {
    dependencies = dependenciesOn(memoryEvents(), emptyBytes());
    ({ depositId } = await newDeposit(dependencies, group));
  });

  const scanned = async (infected: number): Promise<void> => {
    const { runId } = valueOf(await requestPipelineRun(dependencies, intentOf('ann'), depositId));
    const of = { depositId, runId };
    const { epoch } = valueOf(
      await claimPipelineRun(dependencies, intentOf('platform'), { ...of, epoch: 0, worker: 'w1' }),
    );
    const counts = { identified: 3, unidentified: 0, infected, failed: 0, formats: [] };
    valueOf(await onDeposit(dependencies, intentOf('platform'), { type: 'CompletePipelineRun', ...of, epoch, counts }));
  };
  const { request, operations } = submission(null);
  const imported = (refusesInfected?: boolean) =>
    importDeposit(dependencies, intentOf('ann'), {
      depositId,
      jobFor: () => Promise.resolve({ kind: 'posted', archivalGroup: group, request, operations }),
      allowsSuppression: false,
      ...(refusesInfected === undefined ? {} : { refusesInfected }),
    });

  it('is refused where the operator wants that, with what to do', async () => {
    await scanned(2);
    const result = await imported(true);
    expect(result.ok ? null : result.refusal).to.deep.equal({
      code: 'deposit-infected',
      detail: `The last pipeline run of deposit ${depositId} found a virus in 2 files; such a deposit is not imported here. Remove what is infected and run the pipeline again.`,
    });
  });
  it('is not refused by default', async () => {
    await scanned(2);
    expect((await imported()).ok).to.equal(true);
  });
  it('is not refused once a run has found none', async () => {
    await scanned(2);
    await scanned(0);
    expect((await imported(true)).ok).to.equal(true);
  });
  it('is not refused where no run has looked for any', async () => {
    expect((await imported(true)).ok).to.equal(true);
  });
});
