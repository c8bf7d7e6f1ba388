import { expect } from 'chai';
import type { AuditFinding } from '../../workers/auditor/audit-finding.js';
import { chosenAtDepth } from '../support/random/depth.js';
import { inPairs } from '../support/in-pairs.js';
import { auditOf } from '../support/oracle/audit-of.js';
import { shareRepository, type SharedRepository } from '../support/paused-worker/shared-repository.js';
import { startWorker, type WorkerProcess } from '../support/paused-worker/worker-process.js';
import { killAt, type KillPoint } from '../support/processes/kill-point.js';
import { until } from '../support/scheduling/until.js';
import { settle } from '../workers/support/import-once.js';

/** How long a worker must be silent before another one takes over its job. */
const TAKEOVER_MS = 3_000;

const STEPS = [
  'append ImportStarted',
  'append ChildReserved of archivalGroup',
  'append ImportContentBegun',
  'copy content',
  'put version content/.muniment/state.ndjson',
  'stage inventory.json',
  'append VersionCommitDecided',
  'put version inventory.json',
  'put version inventory.json.sha256',
  'put 0=ocfl_object_1.1',
  'put inventory.json',
  'put inventory.json.sha256',
  'append VersionPublished',
];

/** Before a claim there is no lease that could run out. */
const EVERY_CASE = STEPS.flatMap((step): { title: string; at: KillPoint }[] => [
  ...(step === 'append ImportStarted' ? [] : [{ title: `before: ${step}`, at: killAt(step, 'before') }]),
  { title: `after: ${step}`, at: killAt(step, 'after') },
]);
const CASES = chosenAtDepth(EVERY_CASE, 2);

describe('a worker that is paused for longer than its lease', () => {
  let repository: SharedRepository;
  let heir: WorkerProcess;
  before(async () => {
    repository = await shareRepository();
    heir = worker('heir', null);
  });
  after(async () => {
    await heir.end();
    await repository.close();
  });

  const worker = (holder: string, pause: KillPoint | null): WorkerProcess => {
    const { eventStore, records, objects } = repository;
    return startWorker({ eventStore, records, objects, holder, takeoverMs: TAKEOVER_MS, pause });
  };

  /** What can be seen of a group before a worker wakes that was paused at a step, and after. */
  const wokenLate = async (number: number, at: KillPoint) => {
    const path = `letters/group-${number}`;
    const files = ['a.txt', 'b.txt'].map((name) => repository.put('add-binary', name, `${name} of ${path}\n`));
    const first = await repository.submit(path, await Promise.all(files));
    const sleeper = worker(`sleeper ${number}`, at);
    try {
      sleeper.tell(first);
      await sleeper.paused();
      heir.tell(first);
      await until(`the heir ends the job of ${path}`, () => repository.isOver(first), 120_000);
      await settle(repository.dependencies, first);
      const second = await repository.submit(path, [await repository.put('patch-binary', 'a.txt', 'something else\n')]);
      heir.tell(second);
      await until(`the heir makes a second version of ${path}`, () => repository.isOver(second), 120_000);
      await settle(repository.dependencies, second);
      const before = await repository.seen(path);
      sleeper.wake();
      await sleeper.idle();
      return { before, after: await repository.seen(path), findings: await findingsOn(path) };
    } finally {
      await sleeper.end();
    }
  };
  const findingsOn = async (group: string): Promise<readonly AuditFinding[]> =>
    (await auditOf(repository.dependencies, { group })).findings;

  const result = inPairs(
    CASES.map(
      ({ at }, index) =>
        () =>
          wokenLate(index, at),
    ),
  );
  for (const [index, { title }] of CASES.entries())
    it(`harms nothing when it wakes after another has made two versions, paused ${title}`, async () => {
      const { before, after, findings } = await result(index);
      expect(before.facts.filter((fact) => fact.endsWith('VersionPublished'))).to.have.length(2);
      expect(after).to.deep.equal(before);
      expect(findings).to.deep.equal([]);
    });
});
