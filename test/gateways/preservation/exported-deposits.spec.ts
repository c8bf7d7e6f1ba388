import { expect } from 'chai';
import { continueProcess } from '../../../commands/processes/continue-process.js';
import { logOf } from '../../support/command-bench.js';
import {
  ask,
  deleteItems,
  describeFiles,
  fresh,
  keysIn,
  newContainer,
  newDeposit,
  newGroup,
  upload,
  type OpenedDeposit,
  type Reply,
} from '../conversation.js';
import { liveServices } from '../live-services.js';

describe('POST /deposits/export (preservation 4.2, companion 13.1)', () => {
  const live = liveServices();

  const uriOf = (path: string): string => `${live.preservation}/repository/${path}`;
  const exportGroup = (path: string, request: object = {}): Promise<Reply> =>
    ask('POST', `${live.preservation}/deposits/export`, { archivalGroup: uriOf(path), ...request });
  const openedBy = ({ body }: Reply): OpenedDeposit => {
    const id = body.id.slice(body.id.lastIndexOf('/') + 1);
    return { uri: body.id, id, prefix: `deposits/${id}/` };
  };
  /** A group with two versions: the second changes a file, adds one and removes one. */
  const twoVersions = async (): Promise<string> => {
    const { path } = await newGroup({ 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    const deposit = await newDeposit(live, { archivalGroup: uriOf(path) });
    await upload(live, deposit, { 'objects/a.txt': 'A', 'objects/c.txt': 'c' });
    await describeFiles(deposit, ['objects/a.txt', 'objects/c.txt']);
    await deleteItems(deposit, [{ path: 'objects/b.txt', isDir: false }]);
    const job = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    expect(job.status, job.text).to.equal(201);
    await live.settle();
    return path;
  };
  const textsIn = async (deposit: OpenedDeposit): Promise<Record<string, string>> => {
    const texts: Record<string, string> = {};
    for (const path of await keysIn(live, deposit)) {
      if (path.endsWith('/') || path === 'mets.xml') continue;
      const { stream } = await live.bytes.get({ bucket: live.places.workspaceBucket, key: deposit.prefix + path });
      texts[path] = Buffer.concat((await stream.toArray()) as Buffer[]).toString();
    }
    return texts;
  };

  it('answers 201 with a deposit of the status exporting, which becomes new when the files are there', async () => {
    const { path } = await newGroup({ 'objects/a b#.txt': 'one', 'objects/💌/%.txt': 'two', 'objects/empty': '' });
    const posted = await exportGroup(path, { submissionText: 'Again' });
    const deposit = openedBy(posted);
    expect(posted.status, posted.text).to.equal(201);
    expect(posted.headers.get('location')).to.equal(`/deposits/${deposit.id}`);
    expect(posted.body).to.deep.include({
      status: 'exporting',
      active: true,
      archivalGroup: uriOf(path),
      archivalGroupExists: true,
      archivalGroupName: 'A group',
      submissionText: 'Again',
      versionExported: 'v1',
      exportedBy: `${live.preservation}/agents/dev`,
      metsETag: null,
      template: 'None',
    });
    expect(posted.body['exported']).to.equal(posted.body['created']);
    await live.settle();
    const { body } = await ask('GET', deposit.uri);
    expect(body).to.include({ status: 'new', versionExported: 'v1', active: true });
    expect(body['metsETag']).to.match(/^".+"$/);
    expect(await textsIn(deposit)).to.deep.equal({
      'objects/a b#.txt': 'one',
      'objects/empty': '',
      'objects/💌/%.txt': 'two',
    });
    expect(await keysIn(live, deposit)).to.include.members(['metadata/', 'metadata/ad-hoc/']);
  });

  it('gives an empty diff when the export is deposited again unchanged', async () => {
    const { path } = await newGroup({ 'objects/a b#.txt': 'one', 'objects/deep/💌.txt': 'two' });
    const deposit = openedBy(await exportGroup(path));
    await live.settle();
    const { status, body } = await ask('GET', `${deposit.uri}/importjobs/diff`);
    expect(status).to.equal(200);
    for (const [name, list] of Object.entries(body)) if (Array.isArray(list)) expect(list, name).to.deep.equal([]);
  });

  const versions = [
    { asked: 'no version', version: undefined, shown: 'v2', texts: { 'objects/a.txt': 'A', 'objects/c.txt': 'c' } },
    { asked: 'the newest label', version: 'v2', shown: 'v2', texts: { 'objects/a.txt': 'A', 'objects/c.txt': 'c' } },
    { asked: 'an older label', version: 'v1', shown: 'v1', texts: { 'objects/a.txt': 'a', 'objects/b.txt': 'b' } },
    { asked: 'a Memento stamp', version: 'stamp', shown: 'v1', texts: { 'objects/a.txt': 'a', 'objects/b.txt': 'b' } },
  ];
  for (const { asked, version, shown, texts } of versions)
    it(`exports ${shown} of two for ${asked}`, async () => {
      const path = await twoVersions();
      const group = (await ask('GET', uriOf(path))).body as unknown as {
        versions: readonly { mementoTimestamp: string }[];
      };
      const versionExported = version === 'stamp' ? group.versions[0]!.mementoTimestamp : version;
      const posted = await exportGroup(path, versionExported === undefined ? {} : { versionExported });
      expect(posted.body).to.include({ status: 'exporting', versionExported: shown });
      await live.settle();
      expect(await textsIn(openedBy(posted))).to.deep.equal(texts);
    });

  it('finds the deposit of an earlier attempt by its idempotency key', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const key = { 'idempotency-key': fresh('key') };
    const url = `${live.preservation}/deposits/export`;
    const first = await ask('POST', url, { archivalGroup: uriOf(path) }, key);
    const second = await ask('POST', url, { archivalGroup: uriOf(path) }, key);
    expect([first.status, second.status]).to.deep.equal([201, 201]);
    expect(second.body.id).to.equal(first.body.id);
    const other = await ask('POST', url, { archivalGroup: uriOf(path), submissionText: 'other' }, key);
    expect(other.status).to.equal(400);
  });

  it('leaves the deposit as its owner changed it when the end of the export is continued again after a crash', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const deposit = openedBy(await exportGroup(path));
    await live.settle();
    const key = `${deposit.prefix}metadata/ad-hoc/`;
    await live.bytes.delete(live.places.workspaceBucket, [key]);
    const before = await keysIn(live, deposit);
    for (const fact of await logOf(live.dependencies.events))
      if (fact.type === 'ExportFinished') await continueProcess(live.dependencies, fact);
    expect(await keysIn(live, deposit)).to.deep.equal(before);
    expect(before).not.to.include('metadata/ad-hoc/');
  });

  describe('is refused', () => {
    const refusals: readonly {
      readonly why: string;
      readonly prepare: () => Promise<object>;
      readonly status: number;
      readonly detail: RegExp;
    }[] = [
      {
        why: 'without an archival group',
        prepare: () => Promise.resolve({ versionExported: 'v1' }),
        status: 400,
        detail: /^archivalGroup names the Archival Group to export\.$/,
      },
      {
        why: 'where no archival group exists',
        prepare: async () => ({ archivalGroup: uriOf(`${await newContainer(live)}/none`) }),
        status: 400,
        detail: /^Archival Group does not exist, cannot export$/,
      },
      {
        why: 'for characters that are not permitted',
        prepare: () => Promise.resolve({ archivalGroup: uriOf('a b') }),
        status: 400,
        detail: /^Archive path 'a b' contains invalid characters\./,
      },
      {
        why: 'for a container',
        prepare: async () => ({ archivalGroup: uriOf(await newContainer(live)) }),
        status: 409,
        detail: /^The resource at box-\w+ is a Container, not an ArchivalGroup$/,
      },
      {
        why: 'while another deposit is active for the group',
        prepare: async () => {
          const { path } = await newGroup({ 'objects/a.txt': 'a' });
          await newDeposit(live, { archivalGroup: uriOf(path) });
          return { archivalGroup: uriOf(path) };
        },
        status: 409,
        detail: /^An Active Deposit already exists for this archivalGroup \(/,
      },
      {
        why: 'for a version that does not exist',
        prepare: async () => ({
          archivalGroup: uriOf((await newGroup({ 'objects/a.txt': 'a' })).path),
          versionExported: 'v9',
        }),
        status: 404,
        detail: /has no version v9$/,
      },
      {
        why: 'for what is no version',
        prepare: async () => ({
          archivalGroup: uriOf((await newGroup({ 'objects/a.txt': 'a' })).path),
          versionExported: 'newest',
        }),
        status: 400,
        detail: /^'newest' is neither an OCFL version/,
      },
    ];
    for (const { why, prepare, status, detail } of refusals)
      it(`${status} ${why}`, async () => {
        const reply = await ask('POST', `${live.preservation}/deposits/export`, await prepare());
        expect(reply.status).to.equal(status);
        expect(String(reply.body['detail'])).to.match(detail);
      });
  });
});
