import { expect } from 'chai';
import { lockDeposit } from '../../../commands/processes/deposits/lock-deposit.js';
import { intentOf } from '../../support/command-bench.js';
import {
  ask,
  describeFiles,
  ended,
  newContainer,
  newDeposit,
  upload,
  type OpenedDeposit,
  type Reply,
  type ShownResource,
} from '../conversation.js';
import { importClient } from '../import-client.js';
import { liveServices } from '../live-services.js';

describe('import jobs written by hand', () => {
  const live = liveServices();

  const submit = (deposit: OpenedDeposit, job: object): Promise<Reply> => ask('POST', `${deposit.uri}/importjobs`, job);
  const newGroupUri = async (): Promise<string> => `${live.preservation}/repository/${await newContainer(live)}/group`;
  /** A deposit for a group, with these files in its workspace. */
  const depositFor = async (
    archivalGroup: string,
    files: Record<string, string> = {},
    template = 'None',
  ): Promise<OpenedDeposit> => {
    const deposit = await newDeposit(live, { template, archivalGroup });
    await upload(live, deposit, files);
    return deposit;
  };
  const originIn = ({ prefix }: OpenedDeposit, path: string): string =>
    `s3://${live.places.workspaceBucket}/${prefix}${path}`;
  const jobOf = (deposit: OpenedDeposit, archivalGroup: string, rest: object = {}): object => ({
    deposit: deposit.uri,
    archivalGroup,
    archivalGroupName: 'G',
    ...rest,
  });
  const done = async (deposit: OpenedDeposit, job: object): Promise<ShownResource> => {
    const { status, body, text } = await submit(deposit, job);
    expect(status, text).to.equal(201);
    return ended(live, body.id);
  };
  /** A group that was imported already, with these files at its top and an empty container. */
  const imported = async (...files: readonly string[]): Promise<string> => {
    const group = await newGroupUri();
    const client = importClient(live);
    const binariesToAdd = await Promise.all(
      files.map(async (name) => ({ id: `${group}/${name}`, origin: await client.putAnywhere(name) })),
    );
    await client.done({
      archivalGroup: group,
      archivalGroupName: 'G',
      lastModifiedBy: 'a',
      containersToAdd: [{ id: `${group}/box` }],
      binariesToAdd,
    });
    return group;
  };

  it('keep their own id, or get one that tells them from all others', async () => {
    const group = await newGroupUri();
    const deposit = await depositFor(group);
    const named = await done(deposit, jobOf(deposit, group, { id: 'urn:mine', isUpdate: true }));
    expect([named['importJob'], 'originalImportJob' in named]).to.deep.equal(['urn:mine', false]);
    await ask('PUT', `${deposit.uri}/activate`);
    const nameless = await done(deposit, jobOf(deposit, group));
    expect(nameless['importJob']).to.match(new RegExp(`^${deposit.uri}/importjobs/transient/\\d{18}$`));
  });

  it('are wanted by the caller, whoever they say; their creator is whom they name, else the caller', async () => {
    const group = await newGroupUri();
    const deposit = await depositFor(group, { a: 'a' });
    const binariesToAdd = [{ id: `${group}/a`, origin: originIn(deposit, 'a') }];
    const said = { createdBy: 'http://x/agents/maker', lastModifiedBy: 'http://x/agents/nobody' };
    const caller = `${live.preservation}/agents/dev`;
    const first = await done(deposit, jobOf(deposit, group, { ...said, binariesToAdd }));
    expect([first['createdBy'], first['lastModifiedBy']]).to.deep.equal([caller, caller]);
    const maker = `${live.preservation}/agents/maker`;
    expect((await ask('GET', `${group}/a`)).body).to.include({ createdBy: maker, lastModifiedBy: maker });
    const next = await depositFor(group, { b: 'b' });
    await done(next, jobOf(next, group, { binariesToAdd: [{ id: `${group}/b`, origin: originIn(next, 'b') }] }));
    expect((await ask('GET', `${group}/b`)).body).to.include({ createdBy: caller });
  });

  it('delete by id alone, and rename what has the same id and another name, whatever they say of the version', async () => {
    const group = await imported('a', 'b');
    const deposit = await depositFor(group);
    const changes = {
      archivalGroupName: 'Another name',
      sourceVersion: { ocflVersion: 'v7', mementoTimestamp: '20200101000000' },
      binariesToDelete: [{ id: `${group}/a` }],
      containersToDelete: [{ id: `${group}/box` }],
      binariesToRename: [{ id: `${group}/b`, name: 'B: the second' }],
    };
    expect(await done(deposit, jobOf(deposit, group, changes))).to.include({ sourceVersion: 'v1', newVersion: 'v2' });
    const { body } = await ask('GET', group);
    expect([body.name, body.containers, body.binaries.map(({ name }) => name)]).to.deep.equal([
      'Another name',
      [],
      ['B: the second'],
    ]);
  });

  it('take a digest that they leave out from the METS, and fail where the bytes have another', async () => {
    const group = await newGroupUri();
    const deposit = await depositFor(group, { 'objects/a': 'as described' }, 'RootLevel');
    await describeFiles(deposit, ['objects/a']);
    await upload(live, deposit, { 'objects/a': 'as changed!!' });
    const binariesToAdd = [{ id: `${group}/a`, origin: originIn(deposit, 'objects/a') }];
    const { status, errors } = await done(deposit, jobOf(deposit, group, { binariesToAdd }));
    expect(status).to.equal('completedWithErrors');
    expect((errors as { message: string }[])[0]?.message).to.match(/^Checksum mismatch for binary/);
  });

  it('bring the files of a bag under ids without data/, which their origins have', async () => {
    const group = await newGroupUri();
    const deposit = await depositFor(group, { 'data/objects/a': 'a' }, 'BagIt');
    const job = jobOf(deposit, group, {
      containersToAdd: [{ id: `${group}/objects` }],
      binariesToAdd: [{ id: `${group}/objects/a`, origin: originIn(deposit, 'data/objects/a') }],
    });
    expect(await done(deposit, job)).to.include({ status: 'completed', newVersion: 'v1' });
  });

  it('fail for a new group that is there', async () => {
    const group = await imported();
    const deposit = await depositFor(group);
    expect(await done(deposit, jobOf(deposit, group, { isUpdate: false }))).to.deep.include({
      status: 'completedWithErrors',
      newVersion: null,
      errors: [{ id: null, message: 'Archival Group is not null for new Import' }],
    });
  });

  it('fail for a new group without a name', async () => {
    const group = await newGroupUri();
    const deposit = await depositFor(group);
    expect(await done(deposit, jobOf(deposit, group, { archivalGroupName: null }))).to.deep.include({
      status: 'completedWithErrors',
      newVersion: null,
      errors: [{ id: null, message: 'Archival Group does not have a name' }],
    });
  });

  it('are checked in the order of the interface: deposit, group, origins, lock', async () => {
    const group = await newGroupUri();
    const deposit = await depositFor(group);
    await lockDeposit(live.dependencies, intentOf('somebody else'), { depositId: deposit.id, force: false });
    const outside = { binariesToAdd: [{ id: `${group}/a`, origin: 's3://elsewhere/a' }] };
    const detailOf = async (job: object): Promise<unknown[]> => {
      const { status, body } = await submit(deposit, job);
      return [status, body['detail']];
    };
    const declare = 'Import job must declare which';
    expect(await detailOf(outside)).to.deep.equal([400, `${declare} Deposit it is for.`]);
    expect(await detailOf({ ...outside, deposit: 'http://x/deposits/other' })).to.deep.equal([
      400,
      'Import job Deposit does not match the Deposit it was submitted to.',
    ]);
    expect(await detailOf({ ...outside, deposit: deposit.uri })).to.deep.equal([
      400,
      `${declare} Archival Group it is for.`,
    ]);
    expect(String(await detailOf(jobOf(deposit, `${group}2`, outside)))).to.match(/^400,.*group2.*group/);
    expect(String(await detailOf(jobOf(deposit, group, outside)))).to.match(/^400,Origin s3:\/\/elsewhere\/a/);
    const { status, body } = await submit(deposit, jobOf(deposit, group));
    expect([status, body['detail']]).to.deep.equal([409, 'Deposit is locked by another user: somebody else']);
    expect(body['holder']).to.include({ what: 'lock', by: 'somebody else' });
  });

  describe('posted with a fault', () => {
    let deposit: OpenedDeposit;
    let group: string;
    before(async () => {
      group = await newGroupUri();
      deposit = await depositFor(group);
    });
    const binary = (changes: object): object => ({
      deposit: deposit.uri,
      archivalGroup: group,
      binariesToAdd: [
        { id: `${group}/a`, origin: `s3://${live.places.workspaceBucket}/${deposit.prefix}a`, ...changes },
      ],
    });
    const faults: readonly [string, () => object, RegExp][] = [
      ['no deposit', () => ({ archivalGroup: group }), /^Import job must declare which Deposit it is for\.$/],
      ['an id that is no diff reference', () => ({ id: `${deposit.uri}/importjobs/dif` }), /declare which Deposit/],
      [
        'another deposit',
        () => ({ deposit: 'http://x/deposits/other', archivalGroup: group }),
        /does not match the Deposit/,
      ],
      ['no group', () => ({ deposit: deposit.uri }), /^Import job must declare which Archival Group it is for\.$/],
      ['another group', () => ({ deposit: deposit.uri, archivalGroup: `${group}2` }), /group2 .*group/],
      [
        'an origin in another deposit',
        () => binary({ origin: `s3://${live.places.workspaceBucket}/deposits/other/a` }),
        /deposits\/other\/a/,
      ],
      ['an origin in another bucket', () => binary({ origin: `s3://other/${deposit.prefix}a` }), /s3:\/\/other/],
      [
        'the workspace itself as an origin',
        () => binary({ origin: `s3://${live.places.workspaceBucket}/${deposit.prefix}` }),
        /^Origin s3:.* is not in the Deposit's files/,
      ],
      [
        'an origin that is no S3 URI',
        () => binary({ origin: 'https://x/a' }),
        /^Origin https:\/\/x\/a is not an S3 URI/,
      ],
      ['no origin', () => binary({ origin: null }), /origin/],
      ['an id outside the group', () => binary({ id: 'http://x/repository/other/a' }), /is not inside/],
      [
        'an id with a fragment',
        () => binary({ id: `${group}/a#b` }),
        /^Binary ID contains a fragment identifier \(#\): /,
      ],
      ['an id that cannot be decoded', () => binary({ id: `${group}/%zz` }), /%zz/],
      [
        'an id with a name that is too long',
        () => binary({ id: `${group}/b/${'a'.repeat(2001)}` }),
        /^Invalid slug: 'a{40}'/,
      ],
      [
        'an id whose path is too long',
        () => ({ ...binary({}), containersToDelete: [{ id: `${group}${'/a'.repeat(300)}` }] }),
        /is too long: one has 256 segments/,
      ],
      ['a digest that is none', () => binary({ digest: 'abc' }), /digest/],
      [
        'an event to suppress',
        () => ({ ...binary({}), suppressActivityStreamEvent: true }),
        /only for a job that patches a METS file/,
      ],
    ];
    for (const [what, job, detail] of faults) {
      it(`are refused with 400: ${what}`, async () => {
        const { status, body } = await submit(deposit, job());
        expect(status).to.equal(400);
        expect(body['detail']).to.match(detail);
      });
    }
  });
});
