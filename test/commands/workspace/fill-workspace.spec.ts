import { expect } from 'chai';
import { descriptionOf } from '../../../events/deposit-description.js';
import { deleteDeposit } from '../../../commands/processes/deposits/delete-deposit.js';
import { workspacePrefix } from '../../../commands/workspace/empty-workspace.js';
import { fillWorkspace } from '../../../commands/processes/deposits/fill-workspace.js';
import { openDeposit } from '../../../commands/processes/deposits/open-deposit.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { DepositFact } from '../../../events/deposit.js';
import { readWhole } from '../../../formats/read-whole.js';
import { faulty } from '../../support/faults/faulty.js';
import {
  intentOf,
  logOf,
  memoryEvents,
  dependenciesOn,
  temporaryBytes,
  WORKSPACE,
} from '../../support/command-bench.js';
import { group, newDeposit } from '../processes/scenarios.js';
import { valueOf } from '../../support/value-of.js';
import { keysOf } from './keys-in-workspace.js';
import { publish, sha256 } from './published-group.js';
import { openedOnce } from '../../support/platform/opened.js';
import { readMets } from '../../support/mets-in-bytes.js';

describe('the workspace of a deposit', () => {
  const store = openedOnce(temporaryBytes);
  let dependencies: Dependencies;
  beforeEach(() => {
    dependencies = dependenciesOn(memoryEvents(), store.bytes);
  });

  const metsOf = async (depositId: string, name: string) => {
    const { bytes, info } = await readWhole(store.bytes, { bucket: WORKSPACE, key: workspacePrefix(depositId) + name });
    return { mets: readMets(bytes), info, bytes };
  };

  it('stays empty without a template', async () => {
    const { depositId } = await newDeposit(dependencies, null);
    expect(await keysOf(store, depositId)).to.deep.equal([]);
  });

  it('has folders and a METS that describes them, by template', async () => {
    const { depositId } = await newDeposit(dependencies, group, 'RootLevel');
    expect(await keysOf(store, depositId)).to.deep.equal(['metadata/', 'metadata/ad-hoc/', 'mets.xml', 'objects/']);
    const { mets, info } = await metsOf(depositId, 'mets.xml');
    expect(mets).to.include({ name: 'Letters of 1911', agent: dependencies.metsAgent.name });
    expect([...mets.directoriesByPath.keys()].sort()).to.deep.equal(['', 'metadata', 'metadata/ad-hoc', 'objects']);
    expect(info).to.deep.include({ contentType: 'application/xml', metadata: { 'original-name': 'mets.xml' } });
    const facts = (await logOf(dependencies.events)) as unknown as DepositFact[];
    expect(facts.at(-1))
      .to.deep.include({ type: 'DepositWorkspacePrepared' })
      .and.have.nested.property('data.metsETag', info.etag);
  });

  it('has all of it below data/ in a bag', async () => {
    const { depositId } = await newDeposit(dependencies, group, 'BagIt');
    expect(await keysOf(store, depositId)).to.deep.equal([
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
    expect(await keysOf(store, depositId)).to.deep.equal(['my-mets.xml']);
    expect((await metsOf(depositId, 'my-mets.xml')).bytes.equals(bytes)).to.equal(true);
  });

  it('has a METS made from a group that has none', async () => {
    await publish(store, dependencies, { 'objects/a.txt': 'abc' });
    const { depositId } = await newDeposit(dependencies, group, 'RootLevel');
    expect(await keysOf(store, depositId)).to.deep.equal(['mets.xml']);
    const { mets } = await metsOf(depositId, 'mets.xml');
    expect(mets.filesByPath.get('objects/a.txt')).to.include({ digest: sha256('abc') });
    valueOf(await deleteDeposit(dependencies, intentOf('ann'), depositId));
    expect(await keysOf(store, (await newDeposit(dependencies, group, 'None')).depositId)).to.deep.equal([]);
  });

  it('has no METS for a group whose name XML does not allow, but is ready', async () => {
    await publish(store, dependencies, { 'objects/a.txt': 'abc' }, 'Letters\u000b');
    expect(await keysOf(store, (await newDeposit(dependencies, group, 'RootLevel')).depositId)).to.deep.equal([]);
  });

  it('has folders but no METS where an older fact names it so', async () => {
    const files = { bucket: WORKSPACE, prefix: workspacePrefix('unwritable12') };
    const archivalGroupName = 'Letters\u000b';
    const named = { template: 'RootLevel', archivalGroup: null, ...descriptionOf({ archivalGroupName }) } as const;
    expect(await fillWorkspace(dependencies, { depositId: 'unwritable12', ...named, files }, false)).to.equal(null);
    expect(await keysOf(store, 'unwritable12')).to.deep.equal(['metadata/', 'metadata/ad-hoc/', 'objects/']);
  });

  it('never replaces what is there already', async () => {
    const intent = intentOf('ann');
    const wanted = {
      template: 'RootLevel',
      archivalGroup: null,
      ...descriptionOf({}),
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
    const wanted = { template: 'None', archivalGroup: null, ...descriptionOf({}) } as const;
    const first = valueOf(await openDeposit(dependencies, intent, { ...wanted, bucket: WORKSPACE }));
    const again = valueOf(await openDeposit(dependencies, intent, { ...wanted, bucket: 'another-bucket' }));
    expect([again.depositId, again.files]).to.deep.equal([first.depositId, first.files]);
  });
});
