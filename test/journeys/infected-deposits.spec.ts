import { expect } from 'chai';
import { onDeposit } from '../../commands/deposit/deposit-stream.js';
import { onPipelineRun } from '../../commands/pipeline-run/pipeline-run-stream.js';
import { claimPipelineRun } from '../../commands/processes/pipeline/claim-pipeline-run.js';
import type { Ports } from '../../infra/compose/stores/stores.js';
import { dependenciesOn, intentOf } from '../support/command-bench.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';
import { valueOf } from '../support/value-of.js';

interface ShownAnswer {
  readonly id: string;
  readonly status: string | number;
  readonly detail: string;
  readonly jobId: string;
}

describe('a platform that imports no infected deposits', () => {
  let platform: TestPlatform;
  let ports: Ports;
  before(async () => {
    platform = await startTestPlatform({
      without: 'pipeline',
      environment: { MUNIMENT_REFUSE_INFECTED_IMPORTS: 'true' },
      ports: (each) => (ports = each),
    });
  });
  after(() => platform.remove());

  it('answers 422 to an import after a run that found a virus, and shows what the run counted', async () => {
    const { call } = platform;
    const archivalGroup = `${platform.ready.preservation}/repository/letters`;
    const { id } = (await call<ShownAnswer>('POST', '/deposits', { template: 'RootLevel', archivalGroup })).body;
    expect((await call('POST', `${id}/pipeline`)).status).to.equal(204);
    const [{ jobId: runId }] = (await call<[ShownAnswer]>('GET', `${id}/pipelinerunjobs`)).body;
    const dependencies = dependenciesOn(ports.events, ports.bytes);
    const run = { depositId: id.slice(id.lastIndexOf('/') + 1), runId };
    const by = () => intentOf('platform');
    const { epoch } = valueOf(await claimPipelineRun(dependencies, by(), { ...run, epoch: 0, worker: 'w1' }));
    const tools = [{ name: 'scanner', version: '1.4.3', signatures: '27886' }];
    valueOf(
      await onPipelineRun(dependencies, by(), { type: 'RecordPipelineTools', ...run, epoch, tools, warnings: [] }),
    );
    const infected = [{ path: 'objects/eicar.txt', signature: 'Win.Test.EICAR_HDB-1' }];
    const found = { page: 0, infected, unidentified: [], failed: [] };
    valueOf(await onPipelineRun(dependencies, by(), { type: 'RecordPipelineFindings', ...run, epoch, ...found }));
    const counts = { identified: 0, unidentified: 0, infected: 1, failed: 0, formats: [] };
    valueOf(await onDeposit(dependencies, by(), { type: 'CompletePipelineRun', ...run, epoch, counts }));
    expect((await call<object>('GET', `${id}/pipelinerunjobs/${runId}`)).body).to.deep.include({
      status: 'completed',
      counts,
    });
    const refused = await call<ShownAnswer>('POST', `${id}/importjobs`, { id: `${id}/importjobs/diff` });
    expect(refused.status).to.equal(422);
    expect(refused.body.detail).to.match(/^The last pipeline run of deposit \w+ found a virus in 1 file;/);
  });
});
