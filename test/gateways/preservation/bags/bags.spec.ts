import { expect } from 'chai';
import { digestBytes } from '../../../../formats/digests/digested.js';
import {
  ask,
  describeFiles,
  ended,
  fresh,
  newContainer,
  newDeposit,
  upload,
  type OpenedDeposit,
} from '../../conversation.js';
import { liveServices } from '../../live-services.js';

describe('a deposit in BagIt layout', () => {
  const live = liveServices();

  const CONTENT = { 'objects/Brief #1 50%.txt': 'a', 'objects/😀 two.txt': 'b' };
  const TAGS = { 'bagit.txt': 'BagIt-Version: 0.97', 'bag-info.txt': 'x: y', 'tagmanifest-sha256.txt': '' };

  /** A METS that describes the content, as the platform writes it. */
  const metsText = async (): Promise<string> => {
    const plain = await newDeposit(live, { template: 'RootLevel', archivalGroupName: 'A bag' });
    await upload(live, plain, CONTENT);
    expect((await describeFiles(plain, Object.keys(CONTENT))).status).to.equal(200);
    return (await ask('GET', `${plain.uri}/mets`)).text;
  };
  /** A bag with this METS, to become a group of its own. */
  const bag = async (metsPath: string): Promise<{ readonly deposit: OpenedDeposit; readonly group: string }> => {
    const group = `${live.preservation}/repository/${await newContainer(live)}/${fresh('bag')}`;
    const deposit = await newDeposit(live, { archivalGroup: group, archivalGroupName: 'A bag' });
    const payload = Object.fromEntries(Object.entries(CONTENT).map(([path, text]) => [`data/${path}`, text]));
    await upload(live, deposit, { ...TAGS, ...payload, [metsPath]: await metsText() });
    return { deposit, group };
  };
  const mapped = async (group: string): Promise<string[]> => {
    const { text } = await ask('GET', group);
    return Object.keys((JSON.parse(text) as { storageMap: { files: object } }).storageMap.files).sort();
  };
  const EXPECTED = ['mets.xml', 'objects/Brief -_-percent-23-_-1 50%.txt', 'objects/😀 two.txt'];

  it('is compared without data/, from where its content comes', async () => {
    const { deposit, group } = await bag('data/mets.xml');
    const { status, body, text } = await ask('GET', `${deposit.uri}/importjobs/diff`);
    expect(status, text).to.equal(200);
    const source = body['source'] as string;
    expect(source.endsWith(deposit.prefix)).to.equal(true);
    const origins = (list: unknown) => (list as { id: string; origin: string }[]).map(({ id, origin }) => [id, origin]);
    expect(origins(body.binariesToAdd)).to.deep.equal([
      [`${group}/mets.xml`, `${source}data/mets.xml`],
      [`${group}/objects/Brief%20-_-percent-23-_-1%2050%25.txt`, `${source}data/objects/Brief%20%231%2050%25.txt`],
      [`${group}/objects/%F0%9F%98%80%20two.txt`, `${source}data/objects/%F0%9F%98%80%20two.txt`],
    ]);
    expect(origins(body.containersToAdd)).to.deep.include([`${group}/objects`, `${source}data/objects`]);
  });

  it('is imported without its tag files, wherever its METS lies', async () => {
    for (const metsPath of ['data/mets.xml', 'mets.xml']) {
      const { deposit, group } = await bag(metsPath);
      const posted = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
      expect(posted.status, posted.text).to.equal(201);
      expect(await ended(live, posted.body.id)).to.include({ status: 'completed', newVersion: 'v1' });
      expect(await mapped(group)).to.deep.equal(EXPECTED);
    }
  });

  it('is refused where its manifest has another digest, unless the file came after it', async () => {
    const { deposit } = await bag('data/mets.xml');
    const path = 'data/objects/Brief #1 50%.txt';
    const other = `${digestBytes('b').sha256}  data/objects/😀 two.txt\n`;
    await upload(live, deposit, { 'manifest-sha256.txt': `${'f'.repeat(64)}  ${path}\n${other}` });
    const refused = await ask('GET', `${deposit.uri}/importjobs/diff`);
    expect([refused.status, refused.body['detail']]).to.deep.equal([
      400,
      'File objects/Brief #1 50%.txt has different digests in deposit and mets',
    ]);
    await upload(live, deposit, { [path]: 'a' });
    expect((await ask('GET', `${deposit.uri}/importjobs/diff`)).status).to.equal(200);
  });

  it('takes digests that a posted job leaves out from the METS in its data/ folder', async () => {
    const { deposit, group } = await bag('data/mets.xml');
    await upload(live, deposit, { 'data/objects/😀 two.txt': 'changed since' });
    const { body } = await ask('GET', deposit.uri);
    const origin = `${String(body['files'])}data/objects/%F0%9F%98%80%20two.txt`;
    const job = {
      type: 'ImportJob',
      deposit: deposit.uri,
      archivalGroup: group,
      archivalGroupName: 'A bag',
      binariesToAdd: [{ id: `${group}/two.txt`, name: 'two', origin }],
    };
    const posted = await ask('POST', `${deposit.uri}/importjobs`, job);
    expect(posted.status, posted.text).to.equal(201);
    const { status, errors } = await ended(live, posted.body.id);
    expect(status).to.equal('completedWithErrors');
    expect((errors as { message: string }[])[0]?.message).to.match(/^Checksum mismatch for binary/);
  });
});
