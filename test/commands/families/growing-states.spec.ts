import { expect } from 'chai';
import { archivalGroup } from '../../../commands/archival-group/decider.js';
import { evolve as evolveEntry, type EntryFact } from '../../../commands/container/evolve.js';
import { nothingAtPath } from '../../../commands/container/state.js';
import { deposit } from '../../../commands/deposit/decider.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { DepositFact } from '../../../events/deposit.js';
import { accepted, activated, ann, at, created, failed, of } from './deposit-facts.js';
import { claimed, failedRun, queued } from './pipeline-facts.js';

const TIMES = 300;
const path = 'a/g';
const totals = { files: 1, bytes: 1, addedFiles: 1, addedBytes: 1 };
const stamp = '2026-05-04T12:00:00.000Z';

/** How many elements the collections have that are in a state and were in none before. */
const elementCounter = () => {
  const seen = new WeakSet();
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return 0;
    seen.add(value);
    const own = Array.isArray(value) ? value.length : value instanceof Set || value instanceof Map ? value.size : 0;
    return Object.values(value).reduce<number>((sum, each) => sum + count(each), own);
  };
  return count;
};

/** The elements of new collections for each fact, on average over a long life. */
const newElements = <State, F>(evolve: (state: State, fact: F) => State, initial: State, facts: readonly F[]) => {
  const count = elementCounter();
  count(initial);
  let [state, elements] = [initial, 0];
  for (const fact of facts) {
    count(fact);
    state = evolve(state, fact);
    elements += count(state);
  }
  return elements / facts.length;
};

const lives = <F>(life: (time: number) => readonly F[]): F[] => Array.from({ length: TIMES }, (_, n) => life(n)).flat();

const jobOf = (time: number): ArchivalGroupFact[] => {
  const [jobId, plan] = [`j${time}`, { pages: 1, entries: 1, bytes: 1, sha256: 'ff' }];
  const request = { importJob: null, originalImportJob: null, isUpdate: null, archivalGroupName: 'G', source: null };
  const asked = { ...request, suppressActivityStreamEvent: false, createdBy: 'ann' };
  return [
    { type: 'ImportAdmitted', data: { path, jobId, resultId: null, depositId: 'd1', plan, request: asked, ...ann } },
    {
      type: 'ImportStarted',
      data: { path, jobId, epoch: 1, baseVersion: time, worker: 'w', recordsContent: true, at },
    },
    { type: 'ImportContentBegun', data: { path, jobId, epoch: 1, version: time + 1, folder: 'v', at } },
  ];
};

const published = (time: number): ArchivalGroupFact[] => {
  const [jobId, version] = [`j${time}`, time + 1];
  const inventory = { sha256: 'ee', size: 3, stagedKey: 'i' };
  const decided = { jobId, epoch: 1, version, created: stamp, name: 'G', inventory, baseInventoryETag: null, totals };
  return [
    ...jobOf(time),
    { type: 'VersionCommitDecided', data: { path, ...decided, ...ann } },
    { type: 'VersionPublished', data: { path, jobId, version, at } },
  ];
};

const cancelled = (time: number): ArchivalGroupFact[] => [
  ...jobOf(time),
  { type: 'ImportAbandoned', data: { path, jobId: `j${time}`, epoch: 1, errors: [], cancelledBy: 'ann', at } },
];

const adopted = (time: number): ArchivalGroupFact[] => {
  const made = { version: time + 1, name: 'G', totals, created: stamp, by: null, message: null };
  return [{ type: 'VersionAdopted', data: { path, ...made, inventory: { sha256: 'ee', size: 3 }, at } }];
};

const failedImport = (time: number): DepositFact[] => {
  const jobId = `j${time}`;
  const ended = failed.map((fact) => ({ ...fact, data: { ...fact.data, jobId } }) as DepositFact);
  return [{ ...accepted, data: { ...accepted.data, jobId } }, ...ended];
};

const failedArchiving = (time: number): DepositFact[] => [
  { type: 'DepositArchivingBegun', data: { ...of, jobId: `a${time}`, ...ann } },
  { type: 'DepositArchivingFailed', data: { ...of, jobId: `a${time}`, errors: [], ...ann } },
];

const otherWork = (time: number): DepositFact[] => [
  { type: 'DepositFilesDeleted', data: { ...of, paths: [`data/${time}`], ...ann } },
  { ...activated, data: { ...activated.data, admission: time } },
  queued,
  claimed,
  failedRun,
];

const releasedPath = (time: number): EntryFact[] => {
  const child = { path, parent: 'a', name: 'g', jobId: `j${time}` };
  return [
    { type: 'ChildReserved', data: { ...child, kind: 'archivalGroup', displayName: null, within: 0, ...ann } },
    { type: 'ChildReservationReleased', data: { ...child, at } },
  ];
};

describe('the state of a stream with a long life', () => {
  const ofGroup = (facts: readonly ArchivalGroupFact[]) =>
    newElements(archivalGroup.evolve, archivalGroup.initial, facts);
  const ofDeposit = (facts: readonly DepositFact[]) =>
    newElements(deposit.evolve, deposit.initial, [created, ...facts]);

  for (const [what, elements] of [
    ['versions of a group', () => ofGroup(lives(published))],
    ['adopted versions of a group', () => ofGroup(lives(adopted))],
    ['cancelled imports of a group', () => ofGroup(lives(cancelled))],
    ['failed imports of a deposit', () => ofDeposit(lives(failedImport))],
    ['failed archive jobs of a deposit', () => ofDeposit(lives(failedArchiving))],
    ['deletions, admissions and pipeline runs of a deposit', () => ofDeposit(lives(otherWork))],
    ['released reservations of a path', () => newElements(evolveEntry, nothingAtPath, lives(releasedPath))],
  ] as const)
    it(`copies nothing that grows for each fact: ${what}`, () => {
      expect(elements()).to.be.below(5);
    });
});
