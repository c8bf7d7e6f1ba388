import { cp, mkdir, rm } from 'node:fs/promises';
import { expect } from 'chai';
import { chosenAtDepth } from '../support/random/depth.js';
import { inPairs } from '../support/in-pairs.js';
import { killCase, newScratch, type Situation } from '../support/main-job/kill-case.js';
import { changeLetters, snapshotOf, writeLetters } from '../support/main-job/letters.js';
import type { Line } from '../support/main-job/lines.js';
import { acknowledgedIn, outcomeFaults } from '../support/main-job/outcome-faults.js';
import { mainJobIn, runMainJob } from '../support/main-job/run-main-job.js';
import { SEED } from '../support/random/seed.js';
import { killAt, type KillPoint } from '../support/processes/kill-point.js';
import { ARCHIVED, DECIDED, NEW_GROUP, PUBLISHED, SETTLED, SUBMITTED, WRITTEN } from '../support/processes/steps.js';

const IMPORTED = ['edit METS by adding', 'append MetsRevised by adding', 'keep view of workspace', ...SUBMITTED];

const ended = (announced: string): string[] => [
  ...SETTLED,
  'append ImportJobAnnounced',
  `append ${announced}`,
  'remove staging',
  ...ARCHIVED,
  'stop',
];

const WORKED = ['list what is copied', ...WRITTEN, 'verify listing', ...DECIDED];

/** Every step that a first version takes, in its order. */
const FIRST_VERSION = [
  'start',
  'put extensions/0004-hashed-n-tuple-storage-layout/config.json',
  'put ocfl_layout.json',
  'put 0=ocfl_1.1',
  'append ChildReserved of container',
  'append ContainerCreated',
  'append DepositAdmitted',
  'append DepositCreated',
  'scaffold objects/',
  'scaffold metadata/',
  'scaffold metadata/ad-hoc/',
  'put METS',
  'append DepositWorkspacePrepared',
  'upload',
  ...IMPORTED,
  NEW_GROUP.reserved,
  ...WORKED,
  NEW_GROUP.declared,
  ...PUBLISHED,
  NEW_GROUP.confirmed,
  ...ended('ArchivalGroupCreationAnnounced'),
];

/** Every step that an update takes, in its order. */
const UPDATE = [
  'start',
  'append DepositAdmitted',
  'append DepositCreated',
  'put METS',
  'append DepositWorkspacePrepared',
  'edit METS by deleting',
  'append MetsRevised by deleting',
  'remove from workspace',
  'mark workspace',
  'upload',
  ...IMPORTED,
  ...WORKED,
  ...PUBLISHED,
  ...ended('ArchivalGroupUpdateAnnounced'),
];

interface KillCase {
  readonly title: string;
  readonly kills: readonly KillPoint[];
}

/** Whoever dies before these has done what they are about, so that nobody comes to them again. */
const NOT_REPEATED = [
  'append MetsRevised by adding',
  'append MetsRevised by deleting',
  'remove from workspace',
  'mark workspace',
  'append DepositArchivingBegun',
];

const casesOf = (step: string): KillCase[] => {
  const [before, after] = [killAt(step, 'before'), killAt(step, 'after')];
  if (!NOT_REPEATED.includes(step)) return [{ title: `before, and then after: ${step}`, kills: [before, after] }];
  return [
    { title: `before: ${step}`, kills: [before] },
    { title: `after: ${step}`, kills: [after] },
  ];
};

const REASSIGNED = casesOf('append ImportLeaseReassigned').flatMap(({ kills }) => kills);

/** Deaths where many of the same are under way, and again and again while the job is taken over. */
const AMIDST: readonly KillCase[] = [
  { title: 'between two uploads, twice', kills: [killAt('upload #3', 'before'), killAt('upload', 'after')] },
  {
    title: 'between two copies, twice',
    kills: [killAt('copy content #3', 'before'), killAt('copy content', 'after')],
  },
  {
    title: 'between two copies, and around each takeover',
    kills: [killAt('copy content #3', 'after'), ...REASSIGNED],
  },
  {
    title: 'between root inventory and sidecar, and around each takeover',
    kills: [killAt('put inventory.json', 'after'), ...REASSIGNED],
  },
];

const stepsDone = (lines: readonly Line[]): string[] => [
  ...new Set(lines.flatMap((line) => (line.kind === 'step' && line.moment === 'after' ? [line.step] : []))),
];

describe(`the main job, killed at each of its steps, every second in a run (MUNIMENT_TEST_SEED=${SEED})`, () => {
  const situations: { first: Situation | null; update: Situation | null } = { first: null, update: null };
  const scratches: string[] = [];
  const undisturbed = { first: [] as string[], update: [] as string[] };

  before(async () => {
    const [fresh, changed] = [await newScratch(), await newScratch()];
    scratches.push(fresh, changed);
    await mkdir(mainJobIn(fresh).folder);
    await writeLetters(mainJobIn(fresh).folder);
    const letters = await snapshotOf(mainJobIn(fresh).folder);
    situations.first = { scratch: fresh, snapshots: [letters] };

    await cp(fresh, changed, { recursive: true });
    const job = mainJobIn(changed);
    const first = await runMainJob(job);
    undisturbed.first = stepsDone(first.lines);
    expect(await outcomeFaults(job, [letters], acknowledgedIn(first.lines))).to.deep.equal([]);
    await changeLetters(job.folder);
    situations.update = { scratch: changed, snapshots: [letters, await snapshotOf(job.folder)] };

    const updated = await newScratch();
    scratches.push(updated);
    await cp(changed, updated, { recursive: true });
    const second = await runMainJob(mainJobIn(updated));
    undisturbed.update = stepsDone(second.lines);
    expect(
      await outcomeFaults(mainJobIn(updated), situations.update.snapshots, acknowledgedIn(second.lines)),
    ).to.deep.equal([]);
  });
  after(() => Promise.all(scratches.map((scratch) => rm(scratch, { recursive: true }))));

  const suite = (what: 'first' | 'update', steps: readonly string[]): void => {
    it('is killed at every step that it takes undisturbed', () => {
      expect(undisturbed[what].filter((step) => !steps.includes(step))).to.deep.equal([]);
    });

    const cases = chosenAtDepth([...steps.flatMap(casesOf), ...AMIDST], 4);
    const result = inPairs(
      cases.map(
        ({ kills }) =>
          () =>
            killCase(situations[what]!, kills),
      ),
    );
    for (const [index, { title }] of cases.entries()) {
      it(`ends well when it is killed ${title}`, async () => {
        expect(await result(index)).to.deep.equal([]);
      });
    }
  };
  describe('on its way to a first version', () => suite('first', FIRST_VERSION));
  describe('on its way to a second version', () => suite('update', UPDATE));
});
