import { expect } from 'chai';
import {
  ask,
  describeFiles,
  filledDeposit,
  newContainer,
  upload,
  uploadWithoutDigest,
  type OpenedDeposit,
  type Reply,
} from '../conversation.js';
import { liveServices } from '../live-services.js';

describe('a deposit that no import job can be made of (preservation 4.4; companion 11.3)', () => {
  const live = liveServices();

  /** A deposit for a new group, its METS and the folders of its template in its workspace, and these files. */
  const prepared = async (files: Record<string, string>): Promise<OpenedDeposit> => {
    const deposit = await filledDeposit(live, files);
    const archivalGroup = `${live.preservation}/repository/${await newContainer(live)}/group`;
    await ask('PATCH', deposit.uri, { archivalGroup, archivalGroupName: 'G' });
    return deposit;
  };
  /** The answers to a request for the diff, and to a job that refers to it. */
  const both = async ({ uri }: OpenedDeposit): Promise<Reply[]> => [
    await ask('GET', `${uri}/importjobs/diff`),
    await ask('POST', `${uri}/importjobs`, { id: `${uri}/importjobs/diff` }),
  ];
  const expectRefused = async (deposit: OpenedDeposit, status: number, detail: string): Promise<void> => {
    for (const answer of await both(deposit)) {
      expect(answer.status).to.equal(status);
      expect(answer.body['detail']).to.satisfy((text: string) => text.startsWith(detail), detail);
    }
    expect((await ask('GET', `${deposit.uri}/importjobs/results`)).body).to.deep.equal([]);
  };

  it('is answered 400 where METS and workspace have different digests of a file', async () => {
    const deposit = await prepared({ 'objects/a.txt': 'as described' });
    await describeFiles(deposit, ['objects/a.txt']);
    await upload(live, deposit, { 'objects/a.txt': 'as changed!!' });
    await expectRefused(deposit, 400, 'File objects/a.txt has different digests in deposit and mets');
  });

  it('is answered 400 where no source has a digest of a file', async () => {
    const deposit = await prepared({});
    await uploadWithoutDigest(live, deposit, { 'objects/a.txt': 'a' });
    await expectRefused(
      deposit,
      400,
      'File objects/a.txt has no digest information in either METS, metadata or Deposit file attributes.',
    );
  });

  it('is answered 422 where a file is not in the METS', async () => {
    const deposit = await prepared({ 'objects/a.txt': 'a' });
    await expectRefused(deposit, 422, 'Could not find file objects/a.txt in METS file.');
  });

  it('is not one with an empty folder that the METS does not have, which is left out', async () => {
    const deposit = await prepared({ 'objects/empty/': '' });
    const [diff, posted] = await both(deposit);
    expect([diff?.status, posted?.status]).to.deep.equal([200, 201]);
    expect(diff?.body.containersToAdd.map(({ id }) => id.split('/').at(-1))).to.deep.equal([
      'metadata',
      'ad-hoc',
      'objects',
    ]);
  });
});
