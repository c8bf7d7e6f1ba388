import { expect } from 'chai';
import { archivalGroup } from '../../../commands/archival-group/decider.js';
import type { SteeringStep } from '../../../commands/core/steering.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import { specify } from '../../support/facts/decider-spec.js';

const { given } = specify(archivalGroup);
const at = '2026-05-04T12:00:00.0000000Z';
const ann = { by: 'ann', at };
const bob = { by: 'bob', at };
const of = { path: 'a/g' };
const request = {
  importJob: null,
  originalImportJob: null,
  isUpdate: null,
  archivalGroupName: 'G',
  source: null,
  suppressActivityStreamEvent: false,
  createdBy: 'ann',
};
const plan = { pages: 1, entries: 1, bytes: 1, sha256: 'ff' };
const admitted: ArchivalGroupFact = {
  type: 'ImportAdmitted',
  data: { ...of, jobId: 'j1', resultId: 'r1', depositId: 'd1', plan, request, ...ann },
};
const started: ArchivalGroupFact = {
  type: 'ImportStarted',
  data: { ...of, jobId: 'j1', epoch: 1, baseVersion: 0, worker: 'w1', recordsContent: true, at },
};
const contentBegun: ArchivalGroupFact = {
  type: 'ImportContentBegun',
  data: { ...of, jobId: 'j1', epoch: 1, version: 1, folder: 'v1/content', at },
};
const decided: ArchivalGroupFact = {
  type: 'VersionCommitDecided',
  data: {
    ...of,
    jobId: 'j1',
    epoch: 1,
    version: 1,
    created: '2026-05-04T11:59:00.000Z',
    name: 'G',
    inventory: { sha256: 'ee', size: 3, stagedKey: 'imports/j1/inventory.json' },
    baseInventoryETag: null,
    totals: { files: 1, bytes: 1, addedFiles: 1, addedBytes: 1 },
    ...ann,
  },
};
const published: ArchivalGroupFact = { type: 'VersionPublished', data: { ...of, jobId: 'j1', version: 1, at } };
const failed: ArchivalGroupFact = {
  type: 'ImportAbandoned',
  data: { ...of, jobId: 'j1', epoch: 1, errors: [{ path: null, message: 'no' }], at },
};
const cancelledIn = (epoch: number): ArchivalGroupFact => ({
  type: 'ImportAbandoned',
  data: {
    ...of,
    jobId: 'j1',
    epoch,
    errors: [{ path: null, message: 'Cancelled by bob.' }],
    cancelledBy: 'bob',
    at,
  },
});
const requested: ArchivalGroupFact = {
  type: 'ExportRequested',
  data: {
    ...of,
    exportId: 'e1',
    depositId: 'd2',
    version: 1,
    inventorySha256: 'ee',
    destination: { bucket: 'workspace', prefix: 'deposits/d2/' },
    declared: {},
    ...ann,
  },
};
const taken: ArchivalGroupFact = {
  type: 'ExportStarted',
  data: { ...of, exportId: 'e1', epoch: 1, worker: 'w1', at },
};
const finished: ArchivalGroupFact = {
  type: 'ExportFinished',
  data: { ...of, exportId: 'e1', epoch: 1, files: 3, failures: 0, at },
};
const cancelledExport: ArchivalGroupFact = {
  type: 'ExportAbandoned',
  data: { ...of, exportId: 'e1', by: 'bob', cancelledBy: 'bob', at },
};

const steer = (jobId: string, step: SteeringStep) => ({ type: 'SteerJob', ...of, jobId, step, ...bob }) as const;
const held = (jobId: string): ArchivalGroupFact => ({ type: 'JobHeld', data: { ...of, jobId, ...bob } });
const released = (jobId: string): ArchivalGroupFact => ({ type: 'JobHoldReleased', data: { ...of, jobId, ...bob } });
const turned = (jobId: string, priority: number): ArchivalGroupFact => ({
  type: 'JobPriorityChanged',
  data: { ...of, jobId, priority, ...bob },
});
const start = { type: 'StartImport', ...of, jobId: 'j1', worker: 'w1', ...ann } as const;
const take = { type: 'TakeExport', ...of, exportId: 'e1', epoch: 0, worker: 'w1', ...ann } as const;

for (const { kind, jobId, waiting, running, ended, claim, begun } of [
  {
    kind: 'import job',
    jobId: 'j1',
    waiting: [admitted],
    running: [admitted, started],
    ended: [admitted, started, failed],
    claim: start,
    begun: started,
  },
  {
    kind: 'export',
    jobId: 'e1',
    waiting: [requested],
    running: [requested, taken],
    ended: [requested, taken, finished],
    claim: take,
    begun: taken,
  },
] as const)
  describe(`an ${kind} that waits`, () => {
    it('is held, once', () => {
      given(...waiting)
        .when(steer(jobId, 'hold'))
        .then(held(jobId));
      given(...waiting, held(jobId))
        .when(steer(jobId, 'hold'))
        .thenNothing();
    });
    it('cannot be begun while it is held', () =>
      given(...waiting, held(jobId))
        .when(claim)
        .thenRefused('job-held', `The ${kind} ${jobId} is held, so that no worker can begin it.`));
    it('is begun after its release, which may be repeated', () => {
      given(...waiting, held(jobId))
        .when(steer(jobId, 'release'))
        .then(released(jobId));
      given(...waiting, held(jobId), released(jobId))
        .when(claim)
        .then(begun);
      given(...waiting)
        .when(steer(jobId, 'release'))
        .thenNothing();
    });
    it('gets another priority, also while it is held', () => {
      given(...waiting)
        .when(steer(jobId, { priority: 4 }))
        .then(turned(jobId, 4));
      given(...waiting, held(jobId), turned(jobId, 4))
        .when(steer(jobId, { priority: -10 }))
        .then(turned(jobId, -10));
    });
    it('keeps a priority that it has', () => {
      given(...waiting)
        .when(steer(jobId, { priority: 0 }))
        .thenNothing();
      given(...waiting, turned(jobId, 4))
        .when(steer(jobId, { priority: 4 }))
        .thenNothing();
    });
    it('is steered no more once it runs, but for a cancel', () => {
      given(...running)
        .when(steer(jobId, 'hold'))
        .thenRefused('job-running');
      given(...running)
        .when(steer(jobId, { priority: 1 }))
        .thenRefused('job-running');
      given(...running)
        .when(steer(jobId, 'release'))
        .thenRefused('job-not-held');
    });
    it('is steered no more once it has ended', () => {
      for (const step of ['hold', 'release', 'cancel', { priority: 1 }] as const)
        given(...ended)
          .when(steer(jobId, step))
          .thenRefused('job-ended');
    });
  });

describe('a cancel of an import', () => {
  for (const [phase, facts, epoch] of [
    ['is only admitted', [admitted], 0],
    ['is held', [admitted, held('j1')], 0],
    ['has begun', [admitted, started], 1],
    ['writes content', [admitted, started, contentBegun], 1],
  ] as const)
    it(`ends one that ${phase}`, () =>
      given(...facts)
        .when(steer('j1', 'cancel'))
        .then(cancelledIn(epoch)));
  it('is refused once its version is decided, and says since when', () => {
    given(admitted, started, contentBegun, decided)
      .when(steer('j1', 'cancel'))
      .thenRefused('version-decided', 'Version 1 is already decided; import job j1 cannot be cancelled.');
    const decision = archivalGroup.decide(
      steer('j1', 'cancel'),
      [admitted, started, contentBegun, decided].reduce(archivalGroup.evolve, archivalGroup.initial),
    );
    expect(decision).to.deep.include({ holder: { what: 'version 1', by: 'ann', since: at } });
  });
  it('is refused after its version was published', () =>
    given(admitted, started, decided, published).when(steer('j1', 'cancel')).thenRefused('job-ended'));
  it('may be repeated, by anybody', () =>
    given(admitted, started, cancelledIn(1))
      .when({ ...steer('j1', 'cancel'), by: 'cleo' })
      .thenNothing());
  it('keeps its worker from all that it would record', () => {
    const abandoned = given(admitted, started, contentBegun, cancelledIn(1));
    abandoned
      .when({ type: 'BeginContent', ...of, jobId: 'j1', epoch: 1, folder: 'v1/content', ...ann })
      .thenRefused('import-not-live');
    abandoned.when({ type: 'DecideCommit', ...decided.data }).thenRefused('import-not-live');
  });
  it('makes the next job for the version write beside what is left of it', () => {
    const after = (...facts: readonly ArchivalGroupFact[]) => facts.reduce(archivalGroup.evolve, archivalGroup.initial);
    expect([...after(admitted, started, contentBegun, cancelledIn(1)).abandoned]).to.deep.equal(['j1']);
    expect([...after(admitted, started, cancelledIn(1)).abandoned]).to.deep.equal([]);
  });
});

describe('a cancel of an export', () => {
  it('ends one that waits, is held or runs', () => {
    for (const facts of [[requested], [requested, held('e1')], [requested, taken]])
      given(...facts)
        .when(steer('e1', 'cancel'))
        .then(cancelledExport);
  });
  it('may be repeated', () => given(requested, taken, cancelledExport).when(steer('e1', 'cancel')).thenNothing());
  it('makes room for another export of the group', () => {
    const { by, at: when, path, ...wanted } = requested.data;
    given(requested, cancelledExport)
      .when({ type: 'RequestExport', path, export: { ...wanted, exportId: 'e2' }, by, at: when })
      .then({ ...requested, data: { ...requested.data, exportId: 'e2' } });
  });
});
