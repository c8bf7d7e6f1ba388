import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { spy } from 'sinon';
import {
  ask,
  describeFiles,
  ended,
  etagOf,
  filledDeposit,
  fresh,
  newContainer,
  newDeposit,
  upload,
  uploadWithoutDigest,
  type OpenedDeposit,
  type Reply,
} from '../conversation.js';
import { liveServices } from '../live-services.js';
import { sha256Of } from '../../support/sha256.js';
import { keysIn } from '../../support/s3/keys-in.js';

const film = 'frames, and frames';
const sha256 = sha256Of(film);

describe('POST …/mets?computeDigests', () => {
  const live = liveServices();

  const compute = async (
    { uri }: OpenedDeposit,
    paths: readonly string[],
    ifMatch: string,
    query = 'computeDigests=true',
  ) => ask('POST', `${uri}/mets?${query}`, paths, { 'if-match': ifMatch });

  const readsOf = async (work: () => Promise<Reply>): Promise<{ reply: Reply; read: string[] }> => {
    const gets = spy(live.bytes, 'get');
    try {
      const reply = await work();
      return { reply, read: gets.args.map(([{ key }]) => key).filter((key) => key.includes('objects/')) };
    } finally {
      gets.restore();
    }
  };

  it('reads what came without a digest, names the platform for it, and the deposit can be imported', async () => {
    const archivalGroup = `${live.preservation}/repository/${await newContainer(live)}/${fresh('film')}`;
    const deposit = await newDeposit(live, { template: 'RootLevel', archivalGroup, archivalGroupName: 'Film' });
    await upload(live, deposit, { 'objects/notes.txt': 'n' });
    await uploadWithoutDigest(live, deposit, { 'objects/film.mkv': film });
    const both = ['objects/film.mkv', 'objects/notes.txt'];
    expect((await describeFiles(deposit, both)).body['withoutDigest']).to.deep.equal(['objects/film.mkv']);
    const refused = await ask('GET', `${deposit.uri}/importjobs/diff`);
    expect(refused.status).to.equal(400);
    expect(refused.body['advice']).to.contain('computeDigests=true');

    const etag = await etagOf(deposit);
    const { reply, read } = await readsOf(() => compute(deposit, both, etag));
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.include({ withoutDigest: [], computedDigests: ['objects/film.mkv'] });
    expect(read).to.deep.equal([`${deposit.prefix}objects/film.mkv`]);
    const { text } = await ask('GET', `${deposit.uri}/mets`);
    expect(text).to.contain(
      `<premis:messageDigest>${sha256}</premis:messageDigest><premis:messageDigestOriginator>Muniment</premis:messageDigestOriginator>`,
    );
    expect(text.match(/messageDigestOriginator>Muniment/g)).to.have.length(1);

    const job = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    const result = await ended(live, job.body.id);
    expect(result).to.include({ status: 'completed' });
    const binary = await ask('GET', `${archivalGroup}/objects/film.mkv`);
    expect(binary.body['digest']).to.equal(sha256);
  });

  it('does not forget what it has computed, also where it is not asked again', async () => {
    const deposit = await filledDeposit(live, {});
    await uploadWithoutDigest(live, deposit, { 'objects/film.mkv': film });
    await compute(deposit, ['objects/film.mkv'], await etagOf(deposit));
    const { reply, read } = await readsOf(() => describeFiles(deposit, ['objects/film.mkv']));
    expect(reply.body).to.deep.include({ withoutDigest: [], computedDigests: ['objects/film.mkv'] });
    expect(read).to.deep.equal([]);
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.contain('messageDigestOriginator');
  });

  it('takes true and false in any casing', async () => {
    const deposit = await filledDeposit(live, {});
    await uploadWithoutDigest(live, deposit, { 'objects/film.mkv': film });
    const without = await compute(deposit, ['objects/film.mkv'], await etagOf(deposit), 'COMPUTEDIGESTS=False');
    expect(without.body['withoutDigest']).to.deep.equal(['objects/film.mkv']);
    const wrong = await compute(deposit, ['objects/film.mkv'], await etagOf(deposit), 'computeDigests=perhaps');
    expect(wrong.status).to.equal(400);
  });

  it('reads nothing for who is turned away: an ETag that is stale, a METS of others, nothing there', async () => {
    const deposit = await filledDeposit(live, {});
    await uploadWithoutDigest(live, deposit, { 'objects/film.mkv': film });
    const stale = await readsOf(() => compute(deposit, ['objects/film.mkv'], '"stale"'));
    expect([stale.reply.status, stale.read]).to.deep.equal([409, []]);

    const etag = await etagOf(deposit);
    const none = await readsOf(() => compute(deposit, ['objects/none.mkv'], etag));
    expect([none.reply.status, none.read]).to.deep.equal([400, []]);

    const foreign = await newDeposit(live);
    const mets = `<mets:mets xmlns:mets="http://www.loc.gov/METS/"><mets:metsHdr><mets:agent><mets:name>Other</mets:name></mets:agent></mets:metsHdr><mets:structMap TYPE="PHYSICAL"><mets:div/></mets:structMap></mets:mets>`;
    await upload(live, foreign, { 'mets.xml': mets });
    await uploadWithoutDigest(live, foreign, { 'objects/film.mkv': film });
    const theirs = await etagOf(foreign);
    const refused = await readsOf(() => compute(foreign, ['objects/film.mkv'], theirs));
    expect([refused.reply.status, refused.read]).to.deep.equal([422, []]);
  });

  it('compares the digests of other algorithms that the manifests of a bag have, in the same reading', async () => {
    const deposit = await newDeposit(live, { template: 'BagIt' });
    const path = 'data/objects/film.mkv';
    const digest = (algorithm: string, text = film): string => createHash(algorithm).update(text).digest('hex');
    const manifests = { 'manifest-md5.txt': `${digest('md5')}  ${path}\n` };
    await uploadWithoutDigest(live, deposit, { [path]: film });
    await upload(live, deposit, { ...manifests, 'manifest-sha512.txt': `${digest('sha512', 'another')}  ${path}\n` });
    const etag = await etagOf(deposit);
    for (const times of [1, 0]) {
      const { reply, read } = await readsOf(() => compute(deposit, ['objects/film.mkv'], etag));
      expect([reply.status, reply.body['type']]).to.deep.equal([
        400,
        `${live.preservation}/problems/mets-edit-impossible`,
      ]);
      expect(reply.body['detail']).to.contain(
        `The sha512 of objects/film.mkv is ${digest('sha512')}, while manifest-sha512.txt of the bag says ${digest('sha512', 'another')}.`,
      );
      expect(read).to.have.length(times);
    }
    await upload(live, deposit, { 'manifest-sha512.txt': `${digest('sha512')}  ${path}\n` });
    const { reply, read } = await readsOf(() => compute(deposit, ['objects/film.mkv'], etag));
    expect(reply.body).to.deep.include({ withoutDigest: [], computedDigests: ['objects/film.mkv'] });
    expect(read).to.deep.equal([]);
  });

  it('reads a file again whose other digests a manifest needs that came later', async () => {
    const deposit = await newDeposit(live, { template: 'BagIt' });
    await uploadWithoutDigest(live, deposit, { 'data/objects/film.mkv': film });
    await compute(deposit, ['objects/film.mkv'], await etagOf(deposit));
    await upload(live, deposit, { 'manifest-md5.txt': `${'0'.repeat(32)}  data/objects/film.mkv\n` });
    const reply = await compute(deposit, ['objects/film.mkv'], await etagOf(deposit));
    expect([reply.status, reply.body['detail']]).to.satisfy(
      ([status, detail]: [number, string]) =>
        status === 400 && detail.includes('manifest-md5.txt of the bag says 0000'),
    );
  });

  it('leaves nothing behind once the deposit is deleted', async () => {
    const deposit = await filledDeposit(live, {});
    await uploadWithoutDigest(live, deposit, { 'objects/film.mkv': film });
    await compute(deposit, ['objects/film.mkv'], await etagOf(deposit));
    const { bucket, prefix } = live.places.staging;
    const kept = async (): Promise<string[]> => {
      return keysIn(live.bytes, bucket, `${prefix}workspaces/${deposit.id}`);
    };
    expect(await kept()).to.include(`${prefix}workspaces/${deposit.id}.digests.ndjson`);
    await ask('DELETE', deposit.uri);
    expect(await kept()).to.deep.equal([]);
  });
});
