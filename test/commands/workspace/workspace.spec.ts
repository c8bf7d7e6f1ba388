import { expect } from 'chai';
import { deleteDeposit, sweepWorkspace } from '../../../commands/processes/delete-deposit.js';
import { emptyWorkspace, workspacePrefix } from '../../../commands/workspace/empty-workspace.js';
import { activateDeposit } from '../../../commands/processes/activate-deposit.js';
import { describeDeposit } from '../../../commands/processes/describe-deposit.js';
import { fillWorkspace } from '../../../commands/processes/fill-workspace.js';
import { openDeposit } from '../../../commands/processes/open-deposit.js';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import { readDeposit } from '../../../commands/reads/read-deposit.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { submitImport } from '../../../commands/processes/submit-import.js';
import type { DepositFact } from '../../../events/deposit.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import { readMets } from '../../../formats/mets/read-mets.js';
import { readWhole } from '../../../formats/read-whole.js';
import { objectDeclaration } from '../../../formats/ocfl/storage-root/storage-root.js';
import { faulty } from '../../support/faults/faulty.js';
import {
  intentOf,
  logOf,
  memoryEvents,
  REPOSITORY,
  dependenciesOn,
  temporaryBytes,
  WORKSPACE,
  type TemporaryBytes,
} from '../../support/command-bench.js';
import { group, newDeposit, someImport, submission } from '../processes/scenarios.js';
import { valueOf } from '../../support/value-of.js';

const SHA = (text: string): string => digestBytes(text).sha256;

/** Writes what the repository holds of the group's first version. */
const publish = async (
  store: TemporaryBytes,
  dependencies: Dependencies,
  ...[files, name]: readonly [Readonly<Record<string, string>>, string?]
): Promise<void> => {
  const { root } = objectPlaceOf(dependencies, group);
  await store.empty(REPOSITORY);
  await someImport(dependencies, name);
  const put = (key: string, content: string) =>
    dependencies.bytes.put({ bucket: REPOSITORY, key }, Buffer.from(content));
  const manifest = Object.fromEntries(Object.entries(files).map(([path, text]) => [SHA(text), [`v1/content/${path}`]]));
  const state = Object.fromEntries(Object.entries(files).map(([path, text]) => [SHA(text), [path]]));
  const inventory = JSON.stringify({
    id: 'info:repo/letters/1911',
    type: 'https://ocfl.io/1.1/spec/#inventory',
    digestAlgorithm: 'sha256',
    head: 'v1',
    manifest,
    versions: {
      v1: { created: '2026-05-04T12:00:00Z', state, message: 'j', user: { name: 'ann', address: 'info:x' } },
    },
  });
  await put(objectDeclaration(root).key, objectDeclaration(root).content);
  for (const at of [root, `${root}/v1`]) {
    await put(`${at}/inventory.json`, inventory);
    await put(`${at}/inventory.json.sha256`, `${SHA(inventory)} inventory.json\n`);
  }
  for (const [path, text] of Object.entries(files)) await put(`${root}/v1/content/${path}`, text);
};

describe('the workspace of a deposit', () => {
  let store: TemporaryBytes;
  let dependencies: Dependencies;
  before(async () => {
    store = await temporaryBytes();
  });
  after(() => store.close());
  beforeEach(() => {
    dependencies = dependenciesOn(memoryEvents(), store.bytes);
  });

  const keysOf = async (depositId: string): Promise<string[]> => {
    const keys: string[] = [];
    const prefix = workspacePrefix(depositId);
    for await (const { key } of store.bytes.list(WORKSPACE, prefix)) keys.push(key.slice(prefix.length));
    return keys;
  };
  const metsOf = async (depositId: string, name: string) => {
    const { bytes, info } = await readWhole(store.bytes, { bucket: WORKSPACE, key: workspacePrefix(depositId) + name });
    return { mets: readMets(bytes), info, bytes };
  };

  it('stays empty without a template', async () => {
    const { depositId } = await newDeposit(dependencies, null);
    expect(await keysOf(depositId)).to.deep.equal([]);
  });

  it('has folders and a METS that describes them, by template', async () => {
    const { depositId } = await newDeposit(dependencies, group, 'RootLevel');
    expect(await keysOf(depositId)).to.deep.equal(['metadata/', 'metadata/ad-hoc/', 'mets.xml', 'objects/']);
    const { mets, info } = await metsOf(depositId, 'mets.xml');
    expect(mets).to.include({ name: 'Letters of 1911', agent: 'Muniment' });
    expect([...mets.directoriesByPath.keys()].sort()).to.deep.equal(['', 'metadata', 'metadata/ad-hoc', 'objects']);
    expect(info).to.deep.include({ contentType: 'application/xml', metadata: { 'original-name': 'mets.xml' } });
    const facts = (await logOf(dependencies.events)) as unknown as DepositFact[];
    expect(facts.at(-1))
      .to.deep.include({ type: 'DepositWorkspacePrepared' })
      .and.have.nested.property('data.metsETag', info.etag);
  });

  it('has all of it below data/ in a bag', async () => {
    const { depositId } = await newDeposit(dependencies, group, 'BagIt');
    expect(await keysOf(depositId)).to.deep.equal([
      'data/',
      'data/metadata/',
      'data/metadata/ad-hoc/',
      'data/mets.xml',
      'data/objects/',
    ]);
  });

  it('has the METS of a group that exists, and nothing else, whatever the template', async () => {
    const { depositId: source } = await newDeposit(dependencies, null, 'RootLevel');
    const { bytes } = await metsOf(source, 'mets.xml');
    await publish(store, dependencies, { 'my-mets.xml': bytes.toString(), 'objects/a.txt': 'abc' });
    const { depositId } = await newDeposit(dependencies, group, 'BagIt');
    expect(await keysOf(depositId)).to.deep.equal(['my-mets.xml']);
    expect((await metsOf(depositId, 'my-mets.xml')).bytes.equals(bytes)).to.equal(true);
  });

  it('has a METS made from a group that has none', async () => {
    await publish(store, dependencies, { 'objects/a.txt': 'abc' });
    const { depositId } = await newDeposit(dependencies, group, 'RootLevel');
    expect(await keysOf(depositId)).to.deep.equal(['mets.xml']);
    const { mets } = await metsOf(depositId, 'mets.xml');
    expect(mets.filesByPath.get('objects/a.txt')).to.include({ digest: SHA('abc') });
    valueOf(await deleteDeposit(dependencies, intentOf('ann'), depositId));
    expect(await keysOf((await newDeposit(dependencies, group, 'None')).depositId)).to.deep.equal([]);
  });

  it('has no METS for a group whose name XML does not allow, but is ready', async () => {
    await publish(store, dependencies, { 'objects/a.txt': 'abc' }, 'Letters\u000b');
    expect(await keysOf((await newDeposit(dependencies, group, 'RootLevel')).depositId)).to.deep.equal([]);
  });

  it('has folders but no METS where an older fact names it so', async () => {
    const files = { bucket: WORKSPACE, prefix: workspacePrefix('unwritable12') };
    const archivalGroupName = 'Letters\u000b';
    const named = { template: 'RootLevel', archivalGroup: null, archivalGroupName, submissionText: null } as const;
    expect(await fillWorkspace(dependencies, { depositId: 'unwritable12', ...named, files }, false)).to.equal(null);
    expect(await keysOf('unwritable12')).to.deep.equal(['metadata/', 'metadata/ad-hoc/', 'objects/']);
  });

  it('never replaces what is there already', async () => {
    const intent = intentOf('ann');
    const wanted = {
      template: 'RootLevel',
      archivalGroup: null,
      archivalGroupName: null,
      submissionText: null,
      bucket: WORKSPACE,
    } as const;
    let puts = 0;
    const dying = faulty(store.bytes, ({ method }, moment) => {
      if (method === 'put' && moment === 'after' && ++puts === 4) throw new Error('died after the METS');
    });
    expect(await openDeposit({ ...dependencies, bytes: dying }, intent, wanted).catch(String)).to.contain('died');
    const [created] = (await logOf(dependencies.events)) as unknown as DepositFact[];
    const { depositId } = created?.data ?? { depositId: '' };
    const before = await metsOf(depositId, 'mets.xml');
    valueOf(await openDeposit(dependencies, intent, wanted));
    expect((await metsOf(depositId, 'mets.xml')).info.etag).to.equal(before.info.etag);
  });

  it('stays where it is when its request comes again after the bucket of its caller has changed', async () => {
    const intent = intentOf('ann');
    const wanted = { template: 'None', archivalGroup: null, archivalGroupName: null, submissionText: null } as const;
    const first = valueOf(await openDeposit(dependencies, intent, { ...wanted, bucket: WORKSPACE }));
    const again = valueOf(await openDeposit(dependencies, intent, { ...wanted, bucket: 'another-bucket' }));
    expect([again.depositId, again.files]).to.deep.equal([first.depositId, first.files]);
  });

  it('is not swept by a log that knows nothing of its deletion, or nothing of it at all', async () => {
    const { depositId } = await newDeposit(dependencies, null, 'RootLevel');
    const older = memoryEvents();
    for (const { stream, ...fact } of await logOf(dependencies.events)) await older.append(stream, [fact], 'any');
    await store.bytes.put({ bucket: WORKSPACE, key: `deposits/${depositId}/objects/a` }, Buffer.from('a'));
    const before = await keysOf(depositId);
    for (const events of [older, memoryEvents()]) await sweepWorkspace(dependenciesOn(events, store.bytes), depositId);
    expect(await keysOf(depositId)).to.deep.equal(before);
  });

  it('is emptied with the deposit, and no other workspace is changed', async () => {
    const { depositId } = await newDeposit(dependencies, group, 'RootLevel');
    const neighbour = await newDeposit(dependencies, null, 'RootLevel');
    for (let batch = 0; batch < 25; batch++)
      await Promise.all(
        Array.from({ length: 41 }, (_, index) =>
          store.bytes.put(
            { bucket: WORKSPACE, key: `deposits/${depositId}/objects/${batch}-${index}` },
            Buffer.alloc(0),
          ),
        ),
      );
    valueOf(await deleteDeposit(dependencies, intentOf('ann'), depositId));
    expect(await keysOf(depositId)).to.deep.equal([]);
    expect(await keysOf(neighbour.depositId)).to.have.length(4);
    expect(await readDeposit(dependencies.events, depositId)).to.equal(null);
  });

  for (const prefix of ['', 'deposits/', 'deposits/d2/', 'deposits/d1', '/deposits/d1/', 'deposits/d1/objects/'])
    it(`is not emptied at '${prefix}', which is not its own place`, async () => {
      const key = 'deposits/d2/objects/kept';
      await store.bytes.put({ bucket: WORKSPACE, key }, Buffer.from('kept'));
      const claimed = { depositId: 'd1', files: { bucket: WORKSPACE, prefix } };
      expect(await emptyWorkspace(dependenciesOn(memoryEvents(), store.bytes), claimed).catch(String)).to.contain(
        'nothing was deleted',
      );
      expect(await store.bytes.head({ bucket: WORKSPACE, key })).to.not.equal(null);
    });
});

describe('choosing an archival group for a deposit', () => {
  let dependencies: Dependencies;
  let store: TemporaryBytes;
  before(async () => {
    store = await temporaryBytes();
  });
  after(() => store.close());
  beforeEach(() => {
    dependencies = dependenciesOn(memoryEvents(), store.bytes);
  });
  const wanted = (archivalGroup: string) => {
    return {
      template: 'None',
      archivalGroup,
      archivalGroupName: null,
      submissionText: null,
      bucket: WORKSPACE,
    } as const;
  };

  it('is refused where a container exists', async () => {
    await someImport(dependencies);
    const settled = await openDeposit(dependencies, intentOf('ann'), wanted('letters'));
    expect(settled).to.deep.include({
      refusal: {
        code: 'not-an-archival-group',
        detail: 'The resource at letters is a Container, not an ArchivalGroup',
      },
    });
  });

  it('is refused under a name that XML cannot carry, before anything is written', async () => {
    const named = (archivalGroupName: string) => ({ ...wanted(group), archivalGroupName });
    const refused = (settled: unknown) => expect(settled).to.have.nested.property('refusal.code', 'name-unwritable');
    for (const character of ['\u0000', '\u000b', '\ufffe']) {
      refused(await openDeposit(dependencies, intentOf('ann'), named(`Letters${character}`)));
    }
    expect(await logOf(dependencies.events)).to.deep.equal([]);
    const { depositId } = valueOf(await openDeposit(dependencies, intentOf('ann'), named('Letters')));
    refused(await describeDeposit(dependencies, intentOf('ann'), { depositId, archivalGroupName: 'A\u000b' }));
    const { request, ...job } = submission(depositId);
    const unnamed = { ...job, request: { ...request, archivalGroupName: 'Letters\u000b' } };
    refused(await submitImport(dependencies, intentOf('ann'), unnamed));
  });

  it('is refused where the group above has something', async () => {
    await publish(store, dependencies, { 'objects/a.txt': 'abc' });
    for (const [path, type] of [
      ['objects/a.txt', 'Binary'],
      ['objects', 'Container'],
    ] as const)
      expect(await openDeposit(dependencies, intentOf('ann'), wanted(`${group}/${path}`))).to.have.nested.property(
        'refusal.detail',
        `The resource at ${group}/${path} is a ${type}, not an ArchivalGroup`,
      );
  });

  it('is refused while another deposit is active for it, which is named', async () => {
    const { depositId, created } = await newDeposit(dependencies, group);
    const settled = await openDeposit(dependencies, intentOf('bob'), wanted(group));
    expect(settled).to.have.nested.property('refusal.code', 'deposit-active-elsewhere');
    expect(settled).to.deep.nested.include({
      'refusal.holder': { what: `deposit ${depositId}`, by: 'ann', since: created },
    });
  });

  it('admits one of two concurrent requests', async () => {
    const both = await Promise.all(
      ['ann', 'bob'].map((agent) => openDeposit(dependencies, intentOf(agent), wanted(group))),
    );
    expect(both.filter((each) => each.ok)).to.have.length(1);
  });

  it('does not mistake another request with the same key for a repeat', async () => {
    const intent = intentOf('ann', 'key-1');
    valueOf(await openDeposit(dependencies, intent, wanted(group)));
    expect(await openDeposit(dependencies, intent, wanted(group))).to.have.property('ok');
    for (const other of [wanted('elsewhere'), { ...wanted(group), template: 'BagIt' as const }])
      expect(await openDeposit(dependencies, intent, other)).to.have.nested.property(
        'refusal.code',
        'idempotency-key-reused',
      );
  });

  it('can be changed later, which frees the old one', async () => {
    const { depositId } = await newDeposit(dependencies, group);
    const moved = valueOf(
      await describeDeposit(dependencies, intentOf('ann'), {
        depositId,
        archivalGroup: 'letters/1912',
        submissionText: ' ',
      }),
    );
    expect(moved).to.include({ archivalGroup: 'letters/1912', submissionText: null, active: true });
    expect(await openDeposit(dependencies, intentOf('bob'), wanted(group))).to.have.property('ok');
    const back = await describeDeposit(dependencies, intentOf('ann'), { depositId, archivalGroup: group });
    expect(back).to.have.nested.property('refusal.code', 'deposit-active-elsewhere');
  });

  it('keeps an active deposit active when it is activated', async () => {
    const { depositId } = await newDeposit(dependencies, group);
    const facts = await logOf(dependencies.events);
    valueOf(await activateDeposit(dependencies, intentOf('ann'), depositId));
    expect(await logOf(dependencies.events)).to.have.length(facts.length);
  });
});
