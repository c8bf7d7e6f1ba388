import { randomUUID } from 'node:crypto';
import { catalogue } from '../../../events/codec/catalogue.js';
import type { EventStore } from '../../../events/store.js';
import type { JobFact } from '../../../projections/jobs/jobs.js';
import { PLAIN_METADATA } from '../../support/plain-metadata.js';

export const at = (minute: number): string =>
  `2026-05-01T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00.0000000Z`;

const files = { added: 2, changed: 1, deleted: 0, renamed: 0 };
const plan = { pages: 1, entries: 3, bytes: 300, files, sha256: '' };
const request = {
  importJob: null,
  originalImportJob: null,
  isUpdate: null,
  archivalGroupName: 'Letters',
  source: null,
  suppressActivityStreamEvent: false,
  createdBy: 'ann',
};

interface Asked {
  readonly by?: string;
  readonly minute?: number;
  readonly archivalGroup?: string;
  readonly depositId?: string;
}

export const importQueued = (jobId: string, asked: Asked = {}): JobFact => {
  const { by = 'ann', minute = 0, archivalGroup = 'a/b', depositId = 'd1' } = asked;
  const ids = { jobId, resultId: `r-${jobId}`, depositId };
  return { type: 'ImportJobQueued', data: { ...ids, archivalGroup, plan, request, by, at: at(minute) } };
};

export const importStarted = (jobId: string, worker = 'w1', minute = 1): JobFact => ({
  type: 'ImportStarted',
  data: { path: 'a/b', jobId, epoch: 1, baseVersion: 1, worker, recordsContent: true, at: at(minute) },
});

export const exportQueued = (exportId: string, asked: Asked & { readonly sourceVersion?: string } = {}): JobFact => {
  const { by = 'ann', minute = 0, archivalGroup = 'a/b', depositId = 'd2', sourceVersion = 'v3' } = asked;
  const destination = { bucket: 'b', prefix: 'p/' };
  const rest = { archivalGroup, depositId, sourceVersion, destination, declared: {}, by, at: at(minute) };
  return { type: 'ExportJobQueued', data: { exportId, ...rest } };
};

export const runQueued = (runId: string, { by = 'ann', minute = 0, depositId = 'd3' }: Asked = {}): JobFact => ({
  type: 'PipelineRunQueued',
  data: { depositId, runId, archivalGroupName: 'Letters', by, at: at(minute) },
});

/** The stream that a fact belongs to. */
const streamOf = ({ type, data }: JobFact): string => {
  if (type.startsWith('ImportJob') && 'jobId' in data) return `importJob-${data.jobId}`;
  if ('path' in data) return 'archivalGroup-1';
  return 'depositId' in data && !('exportId' in data) ? `deposit-${data.depositId}` : 'export-1';
};

/** Appends each fact to its stream. */
export const appendJobFacts = async (events: EventStore, facts: readonly JobFact[]): Promise<void> => {
  for (const fact of facts) {
    const schema = catalogue.find((known) => known.type === fact.type)?.schema ?? 1;
    const recorded = { ...fact, id: randomUUID(), metadata: { ...PLAIN_METADATA, schema } };
    await events.append(streamOf(fact), [recorded], 'any');
  }
};
