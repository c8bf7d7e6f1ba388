import { expect } from 'chai';
import { readImportJob, readQueuedJob } from '../../../commands/import-job/import-job-stream.js';
import { onLedger, readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { activateDeposit } from '../../../commands/processes/deposits/activate-deposit.js';
import { lockDeposit } from '../../../commands/processes/deposits/lock-deposit.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import {
  abandonImport,
  reassignImport,
  recordPublished,
  reserveGroup,
  startImport,
} from '../../../commands/processes/imports/run-import.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import { kindAt } from '../../../commands/reads/kind-at.js';
import { intentOf, logOf, memoryEvents, emptyBytes, noon, dependenciesOn } from '../../support/command-bench.js';
import {
  committedVersion,
  failedDeposit,
  group,
  newDeposit,
  runningImport,
  someImport,
  submission,
} from './scenarios.js';
import { faulty } from '../../support/faults/faulty.js';
import { valueOf } from '../../support/value-of.js';

const worker = () => intentOf('worker');
const { at } = worker();
const codeOf = (settled: object): unknown =>
  'refusal' in settled ? (settled.refusal as { readonly code: string }).code : settled;

describe('submitting an import', () => {
  let dependencies: Dependencies;
  beforeEach(() => {
    dependencies = dependenciesOn(memoryEvents(), emptyBytes());
  });
  const open = async () => (await newDeposit(dependencies, group)).depositId;

  it('queues a job whose result waits', async () => {
    const depositId = await open();
    const { jobId, resultId } = valueOf(await submitImport(dependencies, intentOf('ann'), submission(depositId)));
    expect(await readImportJob(dependencies.events, jobId)).to.include({
      status: 'waiting',
      resultId,
      depositId,
      by: 'ann',
    });
    expect((await readLedger(dependencies.events, group)).job).to.include({ phase: 'admitted', jobId });
    expect((await readDeposit(dependencies.events, depositId))?.jobs.live).to.have.length(1);
  });

  it('needs no deposit', async () => {
    const { jobId, resultId } = valueOf(await submitImport(dependencies, intentOf('ann'), submission(null)));
    expect(resultId).to.equal(null);
    expect(await readImportJob(dependencies.events, jobId)).to.include({ status: 'waiting', depositId: null });
  });

  it('records the agent that wants the job apart from the caller', async () => {
    const { jobId } = valueOf(
      await submitImport(dependencies, intentOf('gateway'), { ...submission(null), by: 'ann' }),
    );
    expect(await readImportJob(dependencies.events, jobId)).to.include({ by: 'ann' });
    const [admitted] = (await logOf(dependencies.events)).filter(({ type }) => type === 'ImportAdmitted');
    expect(admitted?.metadata.actor.agent).to.equal('gateway');
  });

  it('is shown as it was accepted, wherever it is by now', async () => {
    expect(await readQueuedJob(dependencies.events, 'unknown')).to.equal(null);
    const { jobId } = await runningImport(dependencies, { committed: false });
    expect(await readQueuedJob(dependencies.events, jobId)).to.include({ jobId, status: 'waiting', lastModified: at });
  });

  it('is refused before a plan is written where that can be foreseen', async () => {
    const depositId = await open();
    const facts = await logOf(dependencies.events);
    const unwritten = submission(depositId);
    await lockDeposit(dependencies, intentOf('bob'), { depositId, force: false });
    expect(codeOf(await submitImport(dependencies, intentOf('ann'), unwritten))).to.equal('deposit-locked');
    expect(codeOf(await submitImport(dependencies, intentOf('bob'), { ...unwritten, archivalGroup: 'x' }))).to.equal(
      'archival-group-mismatch',
    );
    const nobodys = { ...unwritten, depositId: 'nobody' };
    expect(codeOf(await submitImport(dependencies, intentOf('ann'), nobodys))).to.equal('deposit-not-found');
    expect(await logOf(dependencies.events)).to.have.length(facts.length + 1);
  });

  it('admits one of two concurrent requests', async () => {
    const depositId = await open();
    const both = await Promise.all([
      submitImport(dependencies, intentOf('ann'), submission(depositId)),
      submitImport(dependencies, intentOf('bob'), submission(null)),
    ]);
    expect(both.map(codeOf).filter((code) => code === 'import-active')).to.have.length(1);
  });

  it('answers a repeat with the same job, without a second plan', async () => {
    const depositId = await open();
    const intent = intentOf('ann', 'key-1', 'aa');
    const first = valueOf(await submitImport(dependencies, intent, submission(depositId)));
    const facts = await logOf(dependencies.events);
    const again = { ...submission(depositId), operations: [] };
    expect(valueOf(await submitImport(dependencies, intent, again))).to.deep.equal(first);
    expect(await logOf(dependencies.events)).to.deep.equal(facts);
  });

  it('refuses the same key for another request', async () => {
    const depositId = await open();
    valueOf(await submitImport(dependencies, intentOf('ann', 'key-1', 'aa'), submission(depositId)));
    const other = await submitImport(dependencies, intentOf('ann', 'key-1', 'bb'), submission(depositId));
    expect(codeOf(other)).to.equal('idempotency-key-reused');
    const elsewhere = await submitImport(dependencies, intentOf('ann', 'key-1', 'bb'), submission(null, 'other'));
    expect(codeOf(elsewhere)).to.equal('idempotency-key-reused');
  });

  it('keeps telling a declined request why', async () => {
    const depositId = await open();
    const intent = intentOf('ann', 'key-1', 'aa');
    const events = faulty(dependencies.events, async ({ method, args }, moment) => {
      if (method !== 'append' || !String(args[0]).startsWith('importPlan-') || moment === 'after') return;
      await lockDeposit(dependencies, intentOf('bob'), { depositId, force: false });
    });
    expect(codeOf(await submitImport({ ...dependencies, events }, intent, submission(depositId)))).to.equal(
      'deposit-locked',
    );
    await lockDeposit(dependencies, intentOf('ann'), { depositId, force: true });
    expect(codeOf(await submitImport(dependencies, intent, submission(depositId)))).to.equal('deposit-locked');
    expect((await readLedger(dependencies.events, group)).job).to.equal(null);
    expect(await submitImport(dependencies, intentOf('ann'), submission(depositId))).to.have.property('ok');
  });
});

describe('an import on its way', () => {
  let dependencies: Dependencies;
  beforeEach(() => {
    dependencies = dependenciesOn(memoryEvents(), emptyBytes());
  });

  it('ends with a version, a group in its container, and a preserved deposit', async () => {
    const { jobId, depositId } = await someImport(dependencies);
    expect((await readLedger(dependencies.events, group)).versions).to.have.length(1);
    expect(await kindAt(dependencies.events, group)).to.have.nested.property('entry.confirmed', true);
    expect(await readImportJob(dependencies.events, jobId)).to.include({ status: 'completed', newVersion: 1 });
    expect(await readDeposit(dependencies.events, depositId)).to.deep.include({
      status: 'preserved',
      active: false,
      preserved: { at: intentOf('x').at, by: 'ann', version: 'v1' },
    });
    expect((await readLedger(dependencies.events, group)).admitted).to.equal(null);
  });

  it('leaves nothing in the repository when it is abandoned, and the deposit can try again', async () => {
    const depositId = await failedDeposit(dependencies);
    expect(await kindAt(dependencies.events, group)).to.deep.equal({ kind: 'free' });
    expect(await readDeposit(dependencies.events, depositId)).to.include({ status: 'error', active: false });
    expect((await readLedger(dependencies.events, group)).abandoned).to.have.length(1);
    valueOf(await activateDeposit(dependencies, intentOf('ann'), depositId));
    valueOf(await submitImport(dependencies, intentOf('ann'), submission(depositId)));
  });

  it('shows that it runs', async () => {
    const { jobId } = await runningImport(dependencies, { committed: false });
    expect(await readImportJob(dependencies.events, jobId)).to.deep.include({
      status: 'running',
      sourceVersion: null,
      progress: { files: 0, bytes: 0 },
    });
  });

  it('cannot be committed by a worker that lost its lease', async () => {
    const { jobId } = await runningImport(dependencies, { committed: false });
    valueOf(await reassignImport(dependencies, worker(), { path: group, jobId, epoch: 1, worker: 'w2' }));
    const decided = { path: group, ...committedVersion(jobId, 1, noon.toISOString()) };
    expect(codeOf(await onLedger(dependencies, worker(), { type: 'DecideCommit', ...decided }))).to.equal('lease-lost');
    valueOf(await onLedger(dependencies, worker(), { type: 'DecideCommit', ...decided, epoch: 2 }));
  });

  it('cannot be abandoned once its version is decided', async () => {
    const { jobId } = await runningImport(dependencies, { committed: true });
    const abandoned = { path: group, jobId, epoch: 1, errors: [] };
    expect(codeOf(await abandonImport(dependencies, worker(), abandoned))).to.equal('import-committed');
  });

  it('starts in one of two workers', async () => {
    const { jobId } = valueOf(await submitImport(dependencies, intentOf('ann'), submission(null)));
    const start = (name: string) => startImport(dependencies, worker(), { path: group, jobId, worker: name });
    const both = await Promise.all([start('w1'), start('w2')]);
    expect(both.map(codeOf).filter((code) => code === 'lease-lost')).to.have.length(1);
    expect(both.filter((each) => each.ok)).to.deep.include({
      ok: true,
      value: { epoch: 1, baseVersion: 0 },
      position: (both.find((each) => each.ok) as { position: unknown }).position,
    });
  });

  it('finds no place without its container', async () => {
    const { jobId } = valueOf(await submitImport(dependencies, intentOf('ann'), submission(null)));
    valueOf(await startImport(dependencies, worker(), { path: group, jobId, worker: 'w1' }));
    const reserved = await reserveGroup(dependencies, worker(), { path: group, jobId, displayName: null });
    expect(reserved).to.have.nested.property(
      'refusal.detail',
      "Ancestors of 'letters/1911' must all be Containers, 'letters' does not exist.",
    );
  });

  it('keeps a worker from taking the path after the job was abandoned', async () => {
    const depositId = await failedDeposit(dependencies);
    const [abandoned = ''] = (await readLedger(dependencies.events, group)).abandoned;
    const late = await reserveGroup(dependencies, worker(), { path: group, jobId: abandoned, displayName: null });
    expect(codeOf(late)).to.equal('import-not-live');
    expect(await readDeposit(dependencies.events, depositId)).to.include({ status: 'error' });
  });

  it('follows the version before', async () => {
    await someImport(dependencies);
    const { jobId } = valueOf(await submitImport(dependencies, intentOf('ann'), submission(null)));
    expect(valueOf(await startImport(dependencies, worker(), { path: group, jobId, worker: 'w1' }))).to.include({
      baseVersion: 1,
    });
    const created = new Date(noon.getTime() + 1000).toISOString();
    valueOf(
      await onLedger(dependencies, worker(), {
        type: 'DecideCommit',
        path: group,
        ...committedVersion(jobId, 2, created),
      }),
    );
    valueOf(await recordPublished(dependencies, worker(), { path: group, jobId, version: 2 }));
    expect(await readImportJob(dependencies.events, jobId)).to.include({
      status: 'completed',
      sourceVersion: 1,
      newVersion: 2,
    });
  });
});
