import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { pipelineRunIntent } from '../../commands/core/intent.js';
import { onDeposit } from '../../commands/deposit/deposit-stream.js';
import { claimPipelineRun } from '../../commands/processes/pipeline/claim-pipeline-run.js';
import { timestampOf } from '../../events/time.js';
import type { FileFindings } from '../../formats/tools/findings/file-findings.js';
import { storeFindings } from '../../workers/pipeline/findings/store-findings.js';
import { summarise } from '../../workers/pipeline/summarise.js';

const MATCH = { namespace: 'pronom', version: '', mime: '', class: '', basis: '', warning: '' };

const found = (path: string, match: Partial<typeof MATCH> & { readonly id: string; readonly format: string }) => ({
  path,
  identified: {
    ...{ path, size: 12, modified: '', errors: '', sha256: '' },
    matches: [{ ...MATCH, ...match }],
  },
  scanned: { result: 'clean' } as const,
  extracted: null,
});

const FOUND: readonly FileFindings[] = [
  found('objects/page-1.txt', { id: 'x-fmt/111', format: 'Plain Text File' }),
  found('objects/page-2.wps', { id: 'UNKNOWN', format: '', warning: 'no match' }),
];

async function* each(): AsyncGenerator<FileFindings> {
  for (const one of FOUND) yield await Promise.resolve(one);
}

/** Ends a run that waits as a worker does whose tools have found the same everywhere: the tools of machines differ. */
export const completeRun = async (
  dependencies: Pick<Dependencies, 'events' | 'producer' | 'now' | 'bytes' | 'places'>,
  task: { readonly jobId: string; readonly depositId: string },
): Promise<void> => {
  const { jobId: runId, depositId } = task;
  const intent = (step: string) => pipelineRunIntent(dependencies, { jobId: runId, correlationId: runId }, step, 'dev');
  const at = timestampOf(dependencies.now());
  await claimPipelineRun(dependencies, intent('claim'), { depositId, runId, epoch: 0, worker: 'archive-1:4711' });
  const folder = await mkdtemp(join(tmpdir(), 'muniment-docs-run-'));
  try {
    const { counts } = await summarise(each(), []);
    const storing = {
      ...{ dependencies, task, epoch: 1, folder },
      step: <T>(_name: string, effect: () => Promise<T>) => effect(),
      requireLive: () => Promise.resolve(),
    };
    const findings = await storeFindings(storing, { findings: each(), files: [], filesRoot: '' });
    const steps = (['prepare', 'look', 'store', 'record'] as const).map((step) => ({ step, begun: at, ended: at }));
    const work = { counts, findings, steps };
    await onDeposit(dependencies, intent('end'), { type: 'CompletePipelineRun', depositId, runId, epoch: 1, ...work });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
