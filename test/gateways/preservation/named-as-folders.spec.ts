import { expect } from 'chai';
import { ask, deleteItems, describeFiles, fresh, keysIn, newContainer, newDeposit, upload } from '../conversation.js';
import { liveServices } from '../live-services.js';

const NAMED = "'objects/a/' (12 bytes)";

describe('a workspace with a file whose key ends in a slash', () => {
  const live = liveServices();

  const refusal = (): string => `${live.preservation}/problems/file-named-as-folder`;
  const deposited = async () => {
    const archivalGroup = `${live.preservation}/repository/${await newContainer(live)}/${fresh('slash')}`;
    const deposit = await newDeposit(live, { template: 'RootLevel', archivalGroup, archivalGroupName: 'A group' });
    await upload(live, deposit, { 'objects/b.txt': 'b', 'objects/empty/': '', 'objects/a/': 'twelve bytes' });
    return { ...deposit, archivalGroup };
  };

  it('is not imported, and the refusal names the file and what to do', async () => {
    const deposit = await deposited();
    await describeFiles(deposit, ['objects', 'objects/b.txt', 'objects/empty']);
    const compared = await ask('GET', `${deposit.uri}/importjobs/diff`);
    const posted = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    for (const { status, body, text } of [compared, posted]) {
      expect([status, body['type']], text).to.deep.equal([422, refusal()]);
      expect(body['detail']).to.contain(NAMED);
      expect(body['detail']).to.contain('Upload such a file under a name without the slash at its end, or delete it.');
      expect(body['detail']).to.not.contain('objects/empty');
    }
  });

  it('does not give the file to a job that was posted', async () => {
    const { uri, prefix, archivalGroup } = await deposited();
    const { status, body, text } = await ask('POST', `${uri}/importjobs`, {
      ...{ deposit: uri, archivalGroup, archivalGroupName: 'A group' },
      binariesToAdd: [{ id: `${archivalGroup}/a`, origin: `s3://${live.places.workspaceBucket}/${prefix}objects/a/` }],
    });
    expect([status, body['type']], text).to.deep.equal([422, refusal()]);
    expect(body['detail']).to.match(/^Origin s3:.*\/objects\/a\/ ends in a slash/);
  });

  it('is not imported by a job that was posted for other files', async () => {
    const { uri, prefix, archivalGroup } = await deposited();
    const { status, body, text } = await ask('POST', `${uri}/importjobs`, {
      ...{ deposit: uri, archivalGroup, archivalGroupName: 'A group' },
      binariesToAdd: [
        { id: `${archivalGroup}/b`, origin: `s3://${live.places.workspaceBucket}/${prefix}objects/b.txt` },
      ],
    });
    expect([status, body['type']], text).to.deep.equal([422, refusal()]);
    expect(body['detail']).to.contain(NAMED).and.not.contain('objects/empty');
  });

  it('has no combined view, and is listed with the file', async () => {
    const deposit = await deposited();
    const combined = await ask('GET', `${deposit.uri}/combined`);
    expect([combined.status, combined.body['type']], combined.text).to.deep.equal([422, refusal()]);
    const listed = await ask('GET', `${deposit.uri}/filesystem?refresh=true`);
    expect(listed.status, listed.text).to.equal(200);
    expect(listed.text).to.match(/"type":"WorkingFile","localPath":"objects\/a\/"[^}]*"size":12/);
  });

  it('is recorded in the METS without it, which is among what is skipped', async () => {
    const deposit = await deposited();
    const { status, body, text } = await describeFiles(deposit, ['objects/a/', 'objects/b.txt', 'objects/empty']);
    expect(status, text).to.equal(200);
    const skipped = body['skipped'] as { readonly path: string; readonly reason: string }[];
    expect(skipped.map(({ path }) => path)).to.deep.equal(['objects/a/']);
    expect(skipped[0]?.reason).to.contain(NAMED);
    const mets = await ask('GET', `${deposit.uri}/mets`);
    expect(mets.text).to.contain('objects/empty').and.not.contain('objects/a"');
  });

  it('keeps it when a folder of this name is to be deleted', async () => {
    const deposit = await deposited();
    const { status, body, text } = await deleteItems(deposit, [{ path: 'objects/a', isDir: true }]);
    expect([status, body['type']], text).to.deep.equal([422, refusal()]);
    expect(body['detail']).to.contain(NAMED);
    expect(await keysIn(live, deposit)).to.include('objects/a/');
  });
});
