import { expect } from 'chai';
import { workspaceFileAddress } from '../../../commands/workspace/change-token.js';
import { keepClaim } from '../../../commands/workspace/digests/keep-claim.js';
import { sha256Of } from '../../support/sha256.js';
import {
  ask,
  describeFiles,
  ended,
  fresh,
  newContainer,
  newDeposit,
  upload,
  uploadWithoutDigest,
  type OpenedDeposit,
} from '../conversation.js';
import { liveServices } from '../live-services.js';

const PATH = 'objects/film.mkv';
const film = 'frames, and frames';

describe('the SHA-256 that a client claims for a file that it uploaded in parts', () => {
  const live = liveServices();

  const filmed = async (): Promise<OpenedDeposit & { readonly archivalGroup: string }> => {
    const archivalGroup = `${live.preservation}/repository/${await newContainer(live)}/${fresh('film')}`;
    const deposit = await newDeposit(live, { template: 'RootLevel', archivalGroup, archivalGroupName: 'Film' });
    await uploadWithoutDigest(live, deposit, { [PATH]: film });
    return { ...deposit, archivalGroup };
  };
  const claim = async ({ id, prefix }: OpenedDeposit, sha256: string, path = PATH): Promise<() => Promise<void>> => {
    const found = await live.bytes.head({ bucket: live.places.workspaceBucket, key: prefix + path });
    const { key, etag, size } = found!;
    const again = (): Promise<void> => keepClaim(live.dependencies, id, { key, etag, size, sha256 });
    await again();
    return again;
  };
  const imported = async ({ uri }: OpenedDeposit) => {
    const job = await ask('POST', `${uri}/importjobs`, { id: `${uri}/importjobs/diff` });
    return ended(live, job.body.id);
  };

  it('is recorded in the METS as that of its depositor, and the file can be imported', async () => {
    const deposit = await filmed();
    await claim(deposit, sha256Of(film));
    const recorded = await describeFiles(deposit, [PATH]);
    expect(recorded.body).to.deep.include({ withoutDigest: [], computedDigests: [] });
    const { text } = await ask('GET', `${deposit.uri}/mets`);
    expect(text).to.contain(sha256Of(film)).and.not.to.contain('messageDigestOriginator');
    expect(await imported(deposit)).to.include({ status: 'completed' });
    expect((await ask('GET', `${deposit.archivalGroup}/${PATH}`)).body['digest']).to.equal(sha256Of(film));
  });

  it('is shown among the metadata of the file', async () => {
    const deposit = await filmed();
    await claim(deposit, sha256Of(film));
    const { text } = await ask('GET', `${deposit.uri}/filesystem?refresh=true`);
    expect(text).to.contain('"source":"Upload"').and.to.contain(sha256Of(film));
  });

  it('keeps the file from being imported where its bytes have another one', async () => {
    const deposit = await filmed();
    await claim(deposit, sha256Of('other frames'));
    await describeFiles(deposit, [PATH]);
    const { status, errors } = await imported(deposit);
    expect(status).to.equal('completedWithErrors');
    expect(JSON.stringify(errors)).to.contain('film.mkv');
    expect((await ask('GET', deposit.archivalGroup)).status).to.equal(404);
  });

  it('contradicts another one that the METS has', async () => {
    const deposit = await filmed();
    await claim(deposit, sha256Of(film));
    await describeFiles(deposit, [PATH]);
    await claim(deposit, sha256Of('other frames'));
    const { status, body } = await ask('GET', `${deposit.uri}/importjobs/diff`);
    expect([status, body['detail']]).to.deep.equal([400, `File ${PATH} has different digests in deposit and mets`]);
  });

  it('is not that of another file in its place', async () => {
    const deposit = await filmed();
    await claim(deposit, sha256Of(film));
    await uploadWithoutDigest(live, deposit, { [PATH]: 'other frames' });
    expect((await describeFiles(deposit, [PATH])).body['withoutDigest']).to.deep.equal([PATH]);
  });

  it('contradicts another one that the manifest of a bag has', async () => {
    const deposit = await newDeposit(live, { template: 'BagIt' });
    await uploadWithoutDigest(live, deposit, { [`data/${PATH}`]: film });
    await claim(deposit, sha256Of(film), `data/${PATH}`);
    await upload(live, deposit, { 'manifest-sha256.txt': `${sha256Of('other')}  data/${PATH}\n` });
    const { status, body } = await describeFiles(deposit, [PATH]);
    expect(status).to.equal(400);
    expect(body['detail']).to.contain('are not all the same');
  });

  it('is deleted with its deposit', async () => {
    const deposit = await filmed();
    const again = await claim(deposit, sha256Of(film));
    const at = workspaceFileAddress(live.dependencies, `${deposit.id}.claims.ndjson`);
    expect(await live.bytes.head(at)).not.to.equal(null);
    await ask('DELETE', deposit.uri);
    await live.settle();
    expect(await live.bytes.head(at)).to.equal(null);
    await again();
    expect(await live.bytes.head(at)).to.equal(null);
  });
});
