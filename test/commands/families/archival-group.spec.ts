import { expect } from 'chai';
import { archivalGroup } from '../../../commands/archival-group/decider.js';
import type { AdoptedVersion, ArchivalGroupFact, CommittedVersion } from '../../../events/archival-group.js';
import { specify } from '../../support/facts/decider-spec.js';

const { given } = specify(archivalGroup);
const at = '2026-05-04T12:00:00.0000000Z';
const ann = { by: 'ann', at };
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
const job = {
  jobId: 'j1',
  resultId: 'r1',
  depositId: 'd1',
  plan: { pages: 1, entries: 1, bytes: 1, sha256: 'ff' },
  request,
};
const version: CommittedVersion = {
  jobId: 'j1',
  epoch: 1,
  version: 1,
  created: '2026-05-04T12:00:00.000Z',
  name: 'G',
  inventory: { sha256: 'ee', size: 3, stagedKey: 'imports/j1/inventory.json' },
  baseInventoryETag: null,
  totals: { files: 1, bytes: 1, addedFiles: 1, addedBytes: 1 },
  by: 'ann',
};

const admitted: ArchivalGroupFact = {
  type: 'DepositAdmitted',
  data: { ...of, depositId: 'd1', purpose: { kind: 'activate' }, ...ann },
};
const importAdmitted: ArchivalGroupFact = { type: 'ImportAdmitted', data: { ...of, ...job, ...ann } };
const started: ArchivalGroupFact = {
  type: 'ImportStarted',
  data: { ...of, jobId: 'j1', epoch: 1, baseVersion: 0, worker: 'w1', recordsContent: true, at },
};
const contentBegun: ArchivalGroupFact = {
  type: 'ImportContentBegun',
  data: { ...of, jobId: 'j1', epoch: 1, version: 1, folder: 'v1/content', at },
};
const reassigned: ArchivalGroupFact = {
  type: 'ImportLeaseReassigned',
  data: { ...of, jobId: 'j1', epoch: 2, worker: 'w2', at },
};
const decided: ArchivalGroupFact = { type: 'VersionCommitDecided', data: { ...of, ...version, at } };
const published: ArchivalGroupFact = { type: 'VersionPublished', data: { ...of, jobId: 'j1', version: 1, at } };
const abandoned: ArchivalGroupFact = {
  type: 'ImportAbandoned',
  data: { ...of, jobId: 'j1', epoch: 1, errors: [{ path: null, message: 'no' }], at },
};

const admit = { type: 'AdmitDeposit', ...of, depositId: 'd1', purpose: { kind: 'activate' }, ...ann } as const;
const release = {
  type: 'ReleaseDeposit',
  ...of,
  depositId: 'd1',
  admission: 0,
  reason: 'deleted',
  ...ann,
} as const;
const admitImport = { type: 'AdmitImport', ...of, ...job, ...ann } as const;
const start = { type: 'StartImport', ...of, jobId: 'j1', worker: 'w1', ...ann } as const;
const reassign = { type: 'ReassignImport', ...of, jobId: 'j1', epoch: 1, worker: 'w2', ...ann } as const;
const beginContent = { type: 'BeginContent', ...of, jobId: 'j1', epoch: 1, folder: 'v1/content', ...ann } as const;
const commit = { type: 'DecideCommit', ...of, ...version, at } as const;
const publish = { type: 'RecordPublished', ...of, jobId: 'j1', version: 1, ...ann } as const;
const abandon = {
  type: 'AbandonImport',
  ...of,
  jobId: 'j1',
  epoch: 1,
  errors: [{ path: null, message: 'no' }],
  ...ann,
} as const;
const second = { ...admitImport, jobId: 'j2' } as const;

describe('the active deposit of a group', () => {
  it('is the one that comes first', () => given().when(admit).then(admitted));
  it('keeps others out', () =>
    given(admitted)
      .when({ ...admit, depositId: 'd2' })
      .thenRefused('deposit-active-elsewhere', 'An Active Deposit already exists for this archivalGroup (a/g)'));
  it('may be admitted again', () => given(admitted).when(admit).then(admitted));
  it('makes room when its admission ends', () =>
    given(admitted, {
      type: 'DepositReleased',
      data: { ...of, depositId: 'd1', admission: 0, reason: 'deleted', ...ann },
    })
      .when({ ...admit, depositId: 'd2' })
      .then({ ...admitted, data: { ...admitted.data, depositId: 'd2' } }));
  it('is released by the admission it has', () =>
    given(admitted)
      .when(release)
      .then({ type: 'DepositReleased', data: { ...of, depositId: 'd1', admission: 0, reason: 'deleted', ...ann } }));
  it('stays when an older admission ends', () => given(admitted, admitted).when(release).thenNothing());
});

describe('admitting an import', () => {
  it('takes the group for one job', () => given().when(admitImport).then(importAdmitted));
  for (const [phase, facts] of [
    ['admitted', [importAdmitted]],
    ['running', [importAdmitted, started]],
    ['unpublished', [importAdmitted, started, decided]],
  ] as const)
    it(`is refused while a job is ${phase}`, () =>
      given(...facts)
        .when(second)
        .thenRefused('import-active', 'There is already an active import job (j1) for Archival Group', 'a/g'));
  it('is allowed after a version was published', () =>
    given(importAdmitted, started, decided, published)
      .when(second)
      .then({ ...importAdmitted, data: { ...importAdmitted.data, jobId: 'j2' } }));
  it('is allowed after a job was abandoned', () =>
    given(importAdmitted, started, abandoned)
      .when(second)
      .then({ ...importAdmitted, data: { ...importAdmitted.data, jobId: 'j2' } }));
  it('is taken back only before the start', () =>
    given(importAdmitted, started)
      .when({ type: 'ReleaseImportAdmission', ...of, jobId: 'j1', reason: 'deposit-locked', ...ann })
      .thenRefused('import-not-live'));
});

describe('running an import', () => {
  it('starts the admitted job on the head of the group', () => given(importAdmitted).when(start).then(started));
  it('starts no other job', () =>
    given(importAdmitted)
      .when({ ...start, jobId: 'j2' })
      .thenRefused('import-not-live'));
  it('starts a job once', () => given(importAdmitted, started).when(start).thenRefused('lease-lost'));
  it('is taken over by the next epoch', () => given(importAdmitted, started).when(reassign).then(reassigned));
  it('is taken over by one of two', () =>
    given(importAdmitted, started, reassigned).when(reassign).thenRefused('lease-lost'));
  it('can be taken over after its commit, to be published', () =>
    given(importAdmitted, started, decided).when(reassign).then(reassigned));
});

describe('announcing content', () => {
  it('precedes the first write of its holder', () =>
    given(importAdmitted, started).when(beginContent).then(contentBegun));
  it('happens once, whichever process continues the job', () =>
    given(importAdmitted, started, contentBegun, reassigned)
      .when({ ...beginContent, epoch: 2 })
      .thenNothing());
  it('is refused to a worker that lost its lease', () =>
    given(importAdmitted, started, reassigned).when(beginContent).thenRefused('lease-lost'));
  it('is refused once the job is abandoned, or its version decided', () => {
    given(importAdmitted, started, abandoned).when(beginContent).thenRefused('import-not-live');
    given(importAdmitted, started, decided).when(beginContent).thenRefused('import-committed');
  });
  it('makes the difference for what an abandoned job may have left', () => {
    const after = (...facts: readonly ArchivalGroupFact[]): readonly string[] => [
      ...facts.reduce(archivalGroup.evolve, archivalGroup.initial).abandoned,
    ];
    const earlier = { ...started, data: { ...started.data, recordsContent: false } };
    expect(after(importAdmitted, started, abandoned)).to.deep.equal([]);
    expect(after(importAdmitted, started, contentBegun, abandoned)).to.deep.equal(['j1']);
    expect(after(importAdmitted, earlier, abandoned)).to.deep.equal(['j1']);
  });
});

describe('deciding a version', () => {
  it('is the commit point of its holder', () => given(importAdmitted, started).when(commit).then(decided));
  it('is refused to a worker that lost its lease', () =>
    given(importAdmitted, started, reassigned).when(commit).thenRefused('lease-lost'));
  it('is refused once the job is abandoned', () =>
    given(importAdmitted, started, abandoned).when(commit).thenRefused('import-not-live'));
  it('happens once', () => given(importAdmitted, started, decided).when(commit).thenRefused('import-committed'));
  it('follows the head by one', () =>
    given(importAdmitted, started)
      .when({ ...commit, version: 2 })
      .thenRefused('version-out-of-order'));
  it('never shares a second with the version before', () =>
    given(
      importAdmitted,
      started,
      decided,
      published,
      { ...importAdmitted },
      {
        ...started,
        data: { ...started.data, baseVersion: 1 },
      },
    )
      .when({ ...commit, version: 2, created: '2026-05-04T12:00:00.999Z' })
      .thenRefused('version-out-of-order'));
  it('is followed by its publication alone', () =>
    given(importAdmitted, started, decided).when(publish).then(published));
  it('cannot be taken back', () =>
    given(importAdmitted, started, decided).when(abandon).thenRefused('import-committed'));
});

describe('abandoning an import', () => {
  it('is up to its holder', () => given(importAdmitted, started).when(abandon).then(abandoned));
  it('is refused to a worker that lost its lease', () =>
    given(importAdmitted, started, reassigned).when(abandon).thenRefused('lease-lost'));
  it('happens once', () => given(importAdmitted, started, abandoned).when(abandon).thenRefused('import-not-live'));
});

describe('adopting a version', () => {
  const found: AdoptedVersion = {
    version: 1,
    created: '2020-02-02T02:02:02.500Z',
    name: 'G',
    inventory: { sha256: 'aa', size: 3 },
    totals: { files: 1, bytes: 1, addedFiles: 1, addedBytes: 1 },
    by: null,
    message: null,
  };
  const adopt = { type: 'AdoptVersion', ...of, adopted: found, by: 'platform', at } as const;
  const adopted: ArchivalGroupFact = { type: 'VersionAdopted', data: { ...of, ...found, at } };
  const next = (change: Partial<AdoptedVersion> = {}) => ({
    ...adopt,
    adopted: { ...found, version: 2, created: '2020-02-02T02:02:03.000Z', ...change },
  });

  it('takes in the first version of a group that the ledger does not know', () => given().when(adopt).then(adopted));
  it('changes nothing the second time', () => given(adopted).when(adopt).thenNothing());
  it('takes in the version that follows an adopted one, in a later second', () =>
    given(adopted)
      .when(next())
      .then({ type: 'VersionAdopted', data: { ...of, ...next().adopted, at } }));
  it('takes in the version that follows a published one', () => {
    const later = next({ created: '2027-01-01T00:00:00Z' });
    given(importAdmitted, started, decided, published)
      .when(later)
      .then({ type: 'VersionAdopted', data: { ...of, ...later.adopted, at } });
  });
  it('changes nothing where the version was published with the same inventory', () =>
    given(importAdmitted, started, decided, published)
      .when({ ...adopt, adopted: { ...found, inventory: { sha256: 'ee', size: 3 } } })
      .thenNothing());
  it('is refused where the ledger has another inventory for the version', () =>
    given(importAdmitted, started, decided, published).when(adopt).thenRefused('version-differs'));
  it('leaves no version out', () =>
    given(adopted)
      .when(next({ version: 3 }))
      .thenRefused('version-out-of-order'));
  it('never goes back in time, nor shares a second with the version before', () => {
    for (const created of ['2020-02-02T02:02:02.900Z', '2019-01-01T00:00:00Z', 'yesterday'])
      given(adopted).when(next({ created })).thenRefused('version-out-of-order');
  });
  it('is refused while an import job is admitted, running or unpublished', () => {
    for (const facts of [[importAdmitted], [importAdmitted, started], [importAdmitted, started, decided]])
      given(...facts)
        .when(adopt)
        .thenRefused('import-active');
  });
  it('is possible once the job has been abandoned, and the next job builds on it', () => {
    given(importAdmitted, started, abandoned).when(adopt).then(adopted);
    given(importAdmitted, started, abandoned, adopted, importAdmitted)
      .when(start)
      .then({ ...started, data: { ...started.data, baseVersion: 1 } });
  });
});
