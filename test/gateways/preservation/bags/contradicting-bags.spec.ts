import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestBytes } from '../../../../formats/digests/digested.js';
import { sharedData } from '../../../support/shared-data.js';
import {
  ask,
  deleteItems,
  describeFiles,
  ended,
  fresh,
  newContainer,
  newDeposit,
  upload,
  type OpenedDeposit,
} from '../../conversation.js';
import { liveServices } from '../../live-services.js';

const sha256 = (text: string): string => digestBytes(text).sha256;
const BAGIT = { 'bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n' };

/** A bag of outside material, by path. */
const reported = (name: string): Record<string, string> => {
  const folder = sharedData('reported', name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    files.map((each) => {
      const path = join(each.parentPath, each.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
};

describe('a bag whose files are not those of its manifests', () => {
  const live = liveServices();

  /** A deposit with these files, of which these are recorded. */
  const deposited = async (files: Readonly<Record<string, string>>, recorded: readonly string[]) => {
    const group = `${live.preservation}/repository/${await newContainer(live)}/${fresh('bag')}`;
    const deposit = await newDeposit(live, { template: 'BagIt', archivalGroup: group, archivalGroupName: 'A bag' });
    await upload(live, deposit, files);
    expect((await describeFiles(deposit, recorded)).status).to.equal(200);
    return { deposit, group };
  };
  const bagOf = (payload: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}) => ({
    ...payload,
    ...BAGIT,
    'manifest-sha256.txt': Object.entries(payload)
      .map(([path, text]) => `${sha256(text)}  ${path}\n`)
      .join(''),
    ...others,
  });
  const diff = ({ uri }: OpenedDeposit, query = '') => ask('GET', `${uri}/importjobs/diff${query}`);
  const post = ({ uri }: OpenedDeposit, query = '') =>
    ask('POST', `${uri}/importjobs${query}`, { id: `${uri}/importjobs/diff` });
  const refused = async (deposit: OpenedDeposit): Promise<string> => {
    const [compared, posted] = [await diff(deposit), await post(deposit)];
    expect([compared.status, posted.status], compared.text).to.deep.equal([422, 422]);
    expect(posted.body['detail']).to.equal(compared.body['detail']);
    return compared.body['detail'] as string;
  };
  const warningsOf = async (deposit: OpenedDeposit, query = ''): Promise<readonly string[]> => {
    const { status, body, text } = await diff(deposit, query);
    expect(status, text).to.equal(200);
    return (body['warnings'] ?? []) as readonly string[];
  };
  const OBJECT = 'data/objects/a.txt';

  it('is refused where it lacks a file, unless that is accepted, which is recorded', async () => {
    const { deposit } = await deposited(reported('bag-incomplete-over-s3'), ['objects/a.txt']);
    expect(await refused(deposit)).to.contain('data/objects/gone.txt: A manifest names it, but it is not in the bag.');
    const accept = '?acceptIncompleteBag=true';
    expect((await warningsOf(deposit, accept)).join()).to.contain('data/objects/gone.txt');
    const posted = await post(deposit, accept);
    expect(posted.status, posted.text).to.equal(201);
    expect((await ended(live, posted.body.id))['status']).to.equal('completed');
    const jobs: object[] = [];
    for await (const { type, data } of live.dependencies.events.readAll())
      if (type === 'ImportAdmitted' && (data as { depositId?: string }).depositId === deposit.id) jobs.push(data);
    expect(JSON.stringify(jobs)).to.contain('"acceptsIncompleteBag":true');
  });

  it('is refused where it has a file that no manifest names', async () => {
    const { deposit } = await deposited(reported('bag-unlisted-file-over-s3'), ['objects/a.txt', 'objects/b.txt']);
    expect(await refused(deposit)).to.contain('data/objects/b.txt: No payload manifest names it.');
  });

  it('is refused for a wrong Payload-Oxum, and for a file that is still to be fetched', async () => {
    const oxum = await deposited(bagOf({ [OBJECT]: 'a' }, { 'bag-info.txt': 'Payload-Oxum: 2.1\n' }), [
      'objects/a.txt',
    ]);
    expect(await refused(oxum.deposit)).to.contain('Payload-Oxum is "2.1"; the payload has "1.1".');
    const files = bagOf({ [OBJECT]: 'a' });
    const lines = `${files['manifest-sha256.txt']}${sha256('b')}  data/objects/b.txt\n`;
    const fetched = { 'manifest-sha256.txt': lines, 'fetch.txt': 'https://example.org/b 1 data/objects/b.txt\n' };
    const { deposit } = await deposited({ ...files, ...fetched }, ['objects/a.txt']);
    expect(await refused(deposit)).to.contain('data/objects/b.txt: It is in fetch.txt, but not yet in the bag.');
  });

  it('has at most twenty of its files named', async () => {
    const named = Array.from({ length: 25 }, (_, index) => `${sha256('x')}  data/objects/${index}.txt\n`).join('');
    const files = bagOf({ [OBJECT]: 'a' });
    const { deposit } = await deposited({ ...files, 'manifest-sha256.txt': files['manifest-sha256.txt'] + named }, [
      'objects/a.txt',
    ]);
    const detail = await refused(deposit);
    expect(detail.match(/A manifest names it/g)).to.have.length(20);
    expect(detail).to.contain('There are 5 more of this kind.');
  });

  it('is judged without what the platform itself did: its METS, and deletions through it', async () => {
    const files = bagOf({ [OBJECT]: 'a', 'data/objects/b.txt': 'b' }, { 'bag-info.txt': 'Payload-Oxum: 2.2\n' });
    const { deposit } = await deposited(files, ['objects/a.txt', 'objects/b.txt']);
    expect(await warningsOf(deposit)).to.deep.equal([]);
    expect((await deleteItems(deposit, [{ path: 'objects/b.txt', isDir: false }])).status).to.equal(200);
    expect(await warningsOf(deposit)).to.deep.equal([]);
  });

  it('has a warning for a file that was changed after its manifest, and for a missing bagit.txt', async () => {
    const payload = { [OBJECT]: 'a', 'data/objects/b.txt': 'b' };
    const files = { ...payload, 'manifest-sha256.txt': bagOf(payload)['manifest-sha256.txt'] };
    const { deposit } = await deposited(files, ['objects/b.txt']);
    await upload(live, deposit, { [OBJECT]: 'another text' });
    expect((await describeFiles(deposit, ['objects/a.txt'])).status).to.equal(200);
    expect(await warningsOf(deposit)).to.deep.equal([
      'bagit.txt: The bag has no bagit.txt.',
      'data/objects/a.txt: It was changed after manifest-sha256.txt, which has another digest for it.',
    ]);
  });

  for (const [what, key, named, version] of [
    ['Unicode normalisation', 'é'.normalize('NFC'), 'data/objects/é'.normalize('NFD'), '1.0'],
    ['backslashes', 'b', 'data\\objects\\b', '1.0'],
    ['percent signs', '100%', 'data/objects/100%25', '0.97'],
  ] as const)
    it(`has the digest of a name compared that differs in its ${what}, with a warning`, async () => {
      const declared = BAGIT['bagit.txt'].replace('1.0', version);
      const manifest = (text: string) => `${sha256(text)}  ${named}\n`;
      const key_ = `data/objects/${key}`;
      const files = { [key_]: 'a', 'bagit.txt': declared, 'manifest-sha256.txt': manifest('a') };
      const { deposit } = await deposited(files, [`objects/${key}`]);
      expect((await warningsOf(deposit)).join()).to.match(/^data\/objects\/[^:]+: manifest-sha256\.txt /);
      await upload(live, deposit, { 'manifest-sha256.txt': manifest('b') });
      expect((await diff(deposit)).body['detail']).to.match(/has different digests in deposit and mets$/);
    });

  it('has a warning that names the manifests that were not verified', async () => {
    const { deposit } = await deposited(reported('bag-sha512-wrong-over-s3'), ['objects/a.txt']);
    expect((await warningsOf(deposit)).join())
      .to.contain('were not verified')
      .and.to.contain('manifest-sha512.txt');
  });

  it('has its files read by the import where no manifest has SHA-256', async () => {
    const { 'manifest-sha256.txt': removed, ...files } = reported('bag-sha512-wrong-over-s3');
    expect(removed).to.contain('data/objects/a.txt');
    const right = createHash('sha512')
      .update(files[OBJECT] ?? '')
      .digest('hex');
    for (const [manifest, status] of [
      [files['manifest-sha512.txt'] ?? '', 'completedWithErrors'],
      [`${right}  ${OBJECT}\n`, 'completed'],
    ] as const) {
      const { deposit } = await deposited({ ...files, 'manifest-sha512.txt': manifest }, ['objects/a.txt']);
      expect((await warningsOf(deposit)).join()).to.not.contain('manifest-sha512.txt');
      const job = await ended(live, (await post(deposit)).body.id);
      expect(job['status']).to.equal(status);
      if (status === 'completedWithErrors')
        expect(JSON.stringify(job['errors'])).to.match(
          new RegExp(`sha512 of .*a.txt is ${right}, while manifest-sha512`),
        );
    }
  });

  it('has a hand-written job judged by the files that it adds', async () => {
    const files = { ...bagOf({ [OBJECT]: 'a' }), 'data/objects/b.txt': 'b' };
    const { deposit, group } = await deposited(files, ['objects/a.txt', 'objects/b.txt']);
    const { body } = await ask('GET', deposit.uri);
    const job = (name: string) => ({
      type: 'ImportJob',
      deposit: deposit.uri,
      archivalGroup: group,
      archivalGroupName: 'A bag',
      binariesToAdd: [{ id: `${group}/${name}`, name, origin: `${String(body['files'])}data/objects/${name}` }],
    });
    const unlisted = await ask('POST', `${deposit.uri}/importjobs`, job('b.txt'));
    expect([unlisted.status, unlisted.body['detail']].join()).to.match(/^422,.*data\/objects\/b\.txt/);
    const listed = await ask('POST', `${deposit.uri}/importjobs`, job('a.txt'));
    expect(listed.status, listed.text).to.equal(201);
  });
});
