import { expect } from 'chai';
import { deleteDeposit } from '../../../commands/processes/deposits/delete-deposit.js';
import { onDeposit, readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { onLedger, readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { lockDeposit, unlockDeposit } from '../../../commands/processes/deposits/lock-deposit.js';
import { readImportJob } from '../../../commands/import-job/import-job-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { finishImportAdmission, submitImport } from '../../../commands/processes/imports/submit-import.js';
import type { EventStore } from '../../../events/store.js';
import {
  finishEverything,
  intentOf,
  logOf,
  memoryEvents,
  dependenciesOn,
  temporaryBytes,
} from '../../support/command-bench.js';
import {
  atRandom,
  interleave,
  schedulesAtDepth,
  type Choose,
  type Process,
} from '../../support/scheduling/interleaving.js';
import { atDepth } from '../../support/random/depth.js';
import { SEED } from '../../support/random/seed.js';
import { inconsistencies } from '../../support/oracle/inconsistencies.js';
import { group, newDeposit, submission } from './scenarios.js';
import { openedOnce } from '../../support/platform/opened.js';

/** How a job is admitted by the ledger, accepted by the deposit and queued, against everything that may come between. */
describe('admitting an import, whoever comes between and wherever someone dies', () => {
  const store = openedOnce(temporaryBytes);

  const on = (events: EventStore): Dependencies => dependenciesOn(events, store.bytes);

  /** The job lives in the ledger, in the deposit and in its own stream, or in none of them; nobody is kept waiting. */
  const judge = async (dependencies: Dependencies, depositId: string): Promise<void> => {
    await finishEverything(dependencies);
    expect(await inconsistencies(dependencies)).to.deep.equal([]);
    const { job } = await readLedger(dependencies.events, group);
    const deposit = await readDeposit(dependencies.events, depositId);
    const live = deposit?.jobs.live.map(({ jobId }) => jobId) ?? [];
    expect(live).to.deep.equal(job === null || job.depositId === null ? [] : [job.jobId]);
    if (job !== null) expect(await readImportJob(dependencies.events, job.jobId)).to.include({ status: 'waiting' });
    const facts = await logOf(dependencies.events);
    const queued = facts.filter(({ type }) => type === 'ImportJobQueued');
    expect(queued).to.have.length(job === null ? 0 : 1);
  };

  /** A job that the ledger has admitted, and about which nobody else knows. */
  const admitted = async (events: EventStore) => {
    const dependencies = on(events);
    const { depositId } = await newDeposit(dependencies, group);
    const { request } = submission(depositId);
    const plan = { pages: 1, entries: 0, bytes: 0, sha256: 'ff' };
    const job = { path: group, jobId: 'j1', resultId: 'r1', depositId, plan, request };
    const { at } = intentOf('ann');
    const outcome = await onLedger(dependencies, intentOf('ann'), { type: 'AdmitImport', ...job, by: 'ann', at });
    const [fact] = outcome.ok ? outcome.value : [];
    if (fact?.type !== 'ImportAdmitted') throw new Error('the job was not admitted');
    return { depositId, fact };
  };

  type AdmittedImport = Awaited<ReturnType<typeof admitted>>;
  type Role = (setting: AdmittedImport) => Process;

  const finisher: Role =
    ({ fact }) =>
    (events) =>
      finishImportAdmission(on(events), fact);
  const locker: Role =
    ({ depositId }) =>
    (events) =>
      lockDeposit(on(events), intentOf('bob'), { depositId, force: false });
  /** What decides a deletion; the rest follows from the log. */
  const deleter: Role = ({ depositId }) => {
    const { at } = intentOf('ann');
    return (events) => onDeposit(on(events), intentOf('ann'), { type: 'DeleteDeposit', depositId, by: 'ann', at });
  };

  const explore = async (roles: readonly Role[], choose: Choose): Promise<void> => {
    const events = memoryEvents();
    const setting = await admitted(events);
    const processes = roles.map((role) => role(setting));
    await interleave(events, processes, { choose, kills: 1 });
    await judge(on(events), setting.depositId);
    await events.close();
  };

  for (const [who, roles] of [
    ['the request and the process manager', [finisher, finisher]],
    ['the request and someone who locks the deposit', [finisher, locker]],
    ['the request and someone who deletes the deposit', [finisher, deleter]],
  ] as const)
    it(`holds in every schedule of ${who}, with one crash`, async () => {
      const runs = await schedulesAtDepth((choose) => explore(roles, choose), 20_000);
      expect(runs).to.be.greaterThan(10);
    });

  it('holds in random schedules of rivals, locks, deletion and the process manager, with two crashes', async () => {
    for (let seed = SEED; seed < SEED + atDepth(80); seed++) {
      const events = memoryEvents();
      const { depositId } = await newDeposit(on(events), group);
      const submits = (agent: string, deposit: string | null): Process => {
        return (events) => submitImport(on(events), intentOf(agent), submission(deposit));
      };
      const processes: Process[] = [
        submits('ann', depositId),
        submits('bob', depositId),
        submits('cat', null),
        async (each) => {
          await lockDeposit(on(each), intentOf('bob'), { depositId, force: false });
          await unlockDeposit(on(each), intentOf('bob'), depositId);
        },
        (each) => finishEverything(on(each)),
        ...(seed % 3 === 0 ? [((each) => deleteDeposit(on(each), intentOf('ann'), depositId)) satisfies Process] : []),
      ];
      try {
        await interleave(events, processes, { choose: atRandom(seed), kills: 2 });
        await judge(on(events), depositId);
        await events.close();
      } catch (error) {
        const told = (await logOf(events)).map(({ stream, type }) => `${stream} ${type}`);
        throw new Error(`seed ${seed}: ${String(error)}\n${told.join('\n')}`, { cause: error });
      }
    }
  });
});
