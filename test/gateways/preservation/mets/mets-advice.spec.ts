import { expect } from 'chai';
import { stub } from 'sinon';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import {
  ask,
  describeFiles,
  etagOf,
  filledDeposit,
  fresh,
  newDeposit,
  uploadWithoutDigest,
} from '../../conversation.js';
import { liveServices } from '../../live-services.js';

const NOTHING = 'There is nothing at this path in the workspace.';
const OUTSIDE = 'Only what lies in or below objects and metadata is recorded.';
const NO_PATH = 'No file or folder has an empty name.';

describe('what edits of a METS tell whoever asks for them', () => {
  const live = liveServices();

  const wrong: readonly (readonly [string, (etag: string) => Record<string, string>, RegExp])[] = [
    ['a missing ETag', () => ({}), /^Read the METS \(GET …\/mets\) and send the ETag/],
    ['a stale one', () => ({ 'if-match': '"5d41402abc4b2a76b9719d911017c592"' }), /is another one.*its new ETag/],
    ['an unquoted one', (etag) => ({ 'if-match': etag.replaceAll('"', '') }), /quotation marks.*send If-Match: "/],
    ['an unquoted one that is stale too', () => ({ 'if-match': '5d41402abc4b2a76' }), /^An ETag is quoted.*Read/],
    ['any', () => ({ 'if-match': '*' }), /takes one ETag/],
    ['a list', (etag) => ({ 'if-match': `${etag}, "x"` }), /takes one ETag/],
    ['a weak one', (etag) => ({ 'if-match': `W/${etag}` }), /^A proxy .* compressed .*send If-Match: "/],
  ];
  for (const [what, headers, advice] of wrong)
    it(`advise on ${what}, each by its own words`, async () => {
      const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
      const items = [{ path: 'objects/a.txt', isDir: false }];
      const etag = await etagOf(deposit);
      for (const [path, body] of [
        ['mets', ['objects/a.txt']],
        ['mets/delete', { deleteFromMets: true, deleteFromDepositFiles: true, items }],
      ] as const) {
        const answer = await ask('POST', `${deposit.uri}/${path}`, body, headers(etag));
        expect([answer.status, answer.body['detail']]).to.deep.equal([409, etag]);
        expect(answer.body['advice']).to.match(advice);
      }
    });

  it('advise on a delete where there is no METS, and on a race that was lost', async () => {
    const none = await newDeposit(live);
    const selection = { deleteFromMets: true, deleteFromDepositFiles: true, items: [] };
    const { body } = await ask('POST', `${none.uri}/mets/delete`, selection);
    expect(body['advice']).to.match(/no METS.*S3 client/);
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    const lost = stub(live.bytes, 'put').rejects(new ByteStoreFault('precondition-failed', 'another was faster'));
    const late = await describeFiles(deposit, ['objects/a.txt']).finally(() => lost.restore());
    expect(late.body['advice']).to.match(/was faster.*new ETag/);
  });

  it('list each path that was passed over, as it was given, with the reason', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a', 'notes.txt': 'n' });
    const { status, body } = await describeFiles(deposit, [
      'objects/a.txt',
      '/objects/a.tx',
      'notes.txt',
      'objects//a.txt',
      '',
    ]);
    expect(status).to.equal(200);
    expect(body['items']).to.deep.include({ path: 'objects/a.txt', isDir: false, where: 'Mets' });
    expect(body['skipped']).to.deep.equal([
      { path: '/objects/a.tx', reason: NOTHING },
      { path: 'notes.txt', reason: OUTSIDE },
      { path: 'objects//a.txt', reason: NO_PATH },
      { path: '', reason: NO_PATH },
    ]);
  });

  it('name what there is nothing of, where that is all', async () => {
    const deposit = await filledDeposit(live, {});
    const { status, body } = await describeFiles(deposit, ['objects/none.txt']);
    expect([status, body['detail']]).to.deep.equal([400, 'No items to add to METS.']);
    expect(body['skipped']).to.deep.equal([{ path: 'objects/none.txt', reason: NOTHING }]);
    expect(body['advice']).to.match(/skipped/);
    const empty = await describeFiles(deposit, []);
    expect(empty.body['advice']).to.match(/no path/);
  });

  it('say which files were recorded without a digest', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    await uploadWithoutDigest(live, deposit, { 'objects/b.txt': 'b' });
    const { body } = await describeFiles(deposit, ['objects/a.txt', 'objects/b.txt']);
    expect(body['withoutDigest']).to.deep.equal(['objects/b.txt']);
    expect(body['skipped']).to.deep.equal([]);
  });

  it('warn at once of a container that an import will miss, and not once it is there', async () => {
    const box = fresh('none');
    const archivalGroup = `${live.preservation}/repository/${box}/a/group`;
    const opened = await ask('POST', `${live.preservation}/deposits`, { archivalGroup });
    expect(opened.status).to.equal(201);
    const advice = `Create it first: PUT /repository/${box}.`;
    const warning = `Ancestors of '${box}/a/group' must all be Containers, '${box}' does not exist. ${advice}`;
    expect(opened.body['warnings']).to.deep.equal([warning]);
    const patched = await ask('PATCH', opened.body.id, { archivalGroup });
    expect(patched.body['warnings']).to.deep.equal([warning]);
    for (const [method, path] of [
      ['GET', `${opened.body.id}/importjobs/diff`],
      ['PUT', `${live.preservation}/repository/${box}/a`],
    ] as const)
      expect((await ask(method, path)).body['advice']).to.equal(advice);
    for (const path of [box, `${box}/a`]) await ask('PUT', `${live.preservation}/repository/${path}`);
    expect((await ask('PATCH', opened.body.id, { archivalGroup })).body).to.not.have.property('warnings');
  });
});
