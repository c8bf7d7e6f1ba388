import { expect } from 'chai';
import { pipelineRun } from '../../../commands/pipeline-run/decider.js';
import type { PipelineRunFact } from '../../../events/pipeline-run.js';
import { specify } from '../../support/facts/decider-spec.js';

const { given } = specify(pipelineRun);
const at = '2026-05-04T12:00:00.0000000Z';
const ann = { by: 'ann', at };
const platform = { by: 'platform', at };
const of = { runId: 'p1', depositId: 'd1' };
const tools = [{ name: 'identifier', version: '1.11.1', signatures: 'v118' }];
const warnings = ['The signatures are old.'];
const found = {
  infected: [{ path: 'objects/a', signature: 'EICAR' }],
  unidentified: ['objects/b'],
  failed: [{ path: 'objects/c', message: 'not readable' }],
};
const opened: PipelineRunFact = { type: 'PipelineRunOpened', data: { ...of, archivalGroupName: 'Letters', ...ann } };
const recorded = (epoch: number): PipelineRunFact => ({
  type: 'PipelineToolsRecorded',
  data: { ...of, epoch, tools, warnings, at },
});

const open = { type: 'OpenPipelineRun', ...of, archivalGroupName: 'Letters', ...ann } as const;
const record = { type: 'RecordPipelineTools', runId: 'p1', epoch: 1, tools, warnings, ...platform } as const;
const findings = { type: 'RecordPipelineFindings', runId: 'p1', epoch: 1, page: 0, ...found, ...platform } as const;

describe('the record of a pipeline run', () => {
  it('is opened once', () => {
    given().when(open).then(opened);
    given(opened).when(open).thenNothing();
  });
  it('has its tools and its findings', () => {
    given(opened).when(record).then(recorded(1));
    given(opened)
      .when(findings)
      .then({ type: 'PipelineFindingsRecorded', data: { ...of, epoch: 1, page: 0, ...found, at } });
  });
  it('takes nothing from a worker with an earlier epoch', () => {
    for (const command of [record, findings])
      given(opened, recorded(2)).when(command).thenRefused('pipeline-run-reassigned');
  });
  it('takes nothing before it is opened', () => given().when(record).thenRefused('pipeline-run-not-found'));
  it('shows the tools of the last epoch', () => {
    const state = (...facts: PipelineRunFact[]) => facts.reduce(pipelineRun.evolve, pipelineRun.initial);
    expect(state(opened)).to.include({ tools: null, epoch: 0 });
    expect(state(opened, recorded(1))).to.include({ tools, epoch: 1 });
    const progressed: PipelineRunFact = {
      type: 'PipelineRunProgressed',
      data: { ...of, epoch: 2, step: 'identify', files: 1, of: null, bytes: 1, at },
    };
    expect(state(opened, recorded(1), progressed)).to.include({ tools: null, epoch: 2 });
  });
});
