import { expect } from 'chai';
import { spy, stub } from 'sinon';
import { lockDeposit } from '../../../../commands/processes/deposits/lock-deposit.js';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import { intentOf } from '../../../support/command-bench.js';
import { ask, etagOf, newDeposit, upload, type OpenedDeposit, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';

const STALE = 'Conflict: ETag does not match deposit METS';
const file = { path: 'objects/a.txt', isDir: false };
const whole = { deleteFromMets: true, deleteFromDepositFiles: true, items: [file] };

describe('the rules of METS edits', () => {
  const live = liveServices();

  const prepared = async (template: string | null = 'RootLevel'): Promise<OpenedDeposit> => {
    const deposit = await newDeposit(live, { template });
    await upload(live, deposit, { 'objects/a.txt': 'a', 'archived.txt': 'x', 'notes.txt': 'n' });
    return deposit;
  };
  const add = ({ uri }: OpenedDeposit, headers: Record<string, string>, paths = ['objects/a.txt']): Promise<Reply> =>
    ask('POST', `${uri}/mets`, paths, headers);
  const remove = ({ uri }: OpenedDeposit, headers: Record<string, string>, selection: object = whole): Promise<Reply> =>
    ask('POST', `${uri}/mets/delete`, selection, headers);
  const current = async (deposit: OpenedDeposit): Promise<Record<string, string>> => ({
    'if-match': await etagOf(deposit),
  });

  const wrong: readonly (readonly [string, (etag: string) => Record<string, string>])[] = [
    ['none', () => ({})],
    ['an older one', () => ({ 'if-match': '"5d41402abc4b2a76b9719d911017c592"' })],
    ['one without its quotation marks', (etag) => ({ 'if-match': etag.replaceAll('"', '') })],
    ['any', () => ({ 'if-match': '*' })],
    ['a list', (etag) => ({ 'if-match': `${etag}, "x"` })],
  ];
  for (const [what, headers] of wrong)
    it(`turn an ETag away that is ${what}, and tell the current one`, async () => {
      const deposit = await prepared();
      const etag = await etagOf(deposit);
      for (const { status, body } of [await add(deposit, headers(etag)), await remove(deposit, headers(etag))])
        expect([status, body['title'], body['detail']]).to.deep.equal([409, STALE, etag]);
      expect(await etagOf(deposit)).to.equal(etag);
    });

  it('need no ETag to add where there is no METS, and there is none to add to', async () => {
    const deposit = await prepared(null);
    const { status, body } = await add(deposit, {});
    expect([status, body['detail']]).to.deep.equal([
      404,
      `No METS file in s3://${live.places.workspaceBucket}/${deposit.prefix}`,
    ]);
  });

  it('always need one to delete, also where there is no METS', async () => {
    const { status, body } = await remove(await prepared(null), {});
    expect([status, body['title'], body['detail']]).to.deep.equal([409, STALE, null]);
  });

  it('ask who holds the lock before they look for what is named', async () => {
    const deposit = await prepared();
    await lockDeposit(live.dependencies, intentOf('bo'), { depositId: deposit.id, force: false });
    const headers = await current(deposit);
    for (const { status, body } of [
      await add(deposit, headers, ['objects/none.txt']),
      await remove(deposit, headers, { ...whole, items: [] }),
    ])
      expect([status, body['detail']]).to.deep.equal([409, 'Deposit is locked by bo']);
  });

  /** A METS of ours in which another program has listed one path more than once. */
  const metsWith = async (deposit: OpenedDeposit, divs: string, sections = ''): Promise<void> => {
    const listed = (id: string, path: string): string =>
      `<mets:file ID="${id}"><mets:FLocat xlink:href="${path}"/></mets:file>`;
    const files = listed('F1', 'objects/a.txt') + listed('F2', 'objects/a.txt');
    const mets = `<mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:premis="http://www.loc.gov/premis/v3"><mets:metsHdr><mets:agent><mets:name>Muniment</mets:name></mets:agent></mets:metsHdr>${sections}<mets:fileSec><mets:fileGrp>${files}</mets:fileGrp></mets:fileSec><mets:structMap TYPE="PHYSICAL"><mets:div>${divs}</mets:div></mets:structMap></mets:mets>`;
    await live.bytes.put({ bucket: live.places.workspaceBucket, key: `${deposit.prefix}mets.xml` }, Buffer.from(mets));
  };
  const pointer = (id: string): string => `<mets:div><mets:fptr FILEID="${id}"/></mets:div>`;

  it('take every entry of a path out of the METS with the file', async () => {
    const deposit = await prepared();
    await metsWith(deposit, pointer('F1') + pointer('F2'));
    const { status, body } = await remove(deposit, await current(deposit));
    expect([status, body['items']]).to.deep.equal([200, [{ ...file, where: 'Both' }]]);
    for (const view of ['combined', 'parsed-mets'])
      expect(JSON.stringify((await ask('GET', `${deposit.uri}/${view}`)).body)).not.to.include('objects/a.txt');
  });

  it('delete nothing where the METS has both a file and a folder at a path', async () => {
    const deposit = await prepared();
    const folder =
      '<mets:amdSec ID="A"><mets:techMD ID="T"><mets:mdWrap MDTYPE="PREMIS:OBJECT"><mets:xmlData><premis:object><premis:originalName>objects/a.txt</premis:originalName></premis:object></mets:xmlData></mets:mdWrap></mets:techMD></mets:amdSec>';
    await metsWith(deposit, `${pointer('F1')}<mets:div TYPE="Directory" LABEL="x" ADMID="A"/>`, folder);
    const headers = await current(deposit);
    const { status, body } = await remove(deposit, headers);
    expect(status).to.equal(422);
    expect(body['detail']).to.match(/has both a file and a folder at 'objects\/a.txt'/);
    expect(await current(deposit)).to.deep.equal(headers);
    const at = { bucket: live.places.workspaceBucket, key: `${deposit.prefix}objects/a.txt` };
    expect((await live.bytes.head(at))?.size).to.equal(1);
  });

  it('give each write another ETag, also one that says nothing new', async () => {
    const deposit = await prepared();
    const seen = new Set<string>();
    for (let times = 0; times < 3; times++) {
      const headers = await current(deposit);
      seen.add(headers['if-match'] ?? '');
      expect((await add(deposit, headers)).status).to.equal(200);
    }
    expect(seen.size).to.equal(3);
  });

  it('tell the loser of a race no ETag, and delete nothing of what it named', async () => {
    const deposit = await prepared();
    await add(deposit, await current(deposit));
    const headers = await current(deposit);
    const lost = stub(live.bytes, 'put').rejects(new ByteStoreFault('precondition-failed', 'another was faster'));
    try {
      for (const { status, body } of [await add(deposit, headers), await remove(deposit, headers)])
        expect([status, body['title'], body['detail']]).to.deep.equal([
          409,
          'Conflict',
          'Supplied ETag did not match METS',
        ]);
    } finally {
      lost.restore();
    }
    const at = { bucket: live.places.workspaceBucket, key: `${deposit.prefix}objects/a.txt` };
    expect(await live.bytes.head(at)).to.not.equal(null);
  });

  for (const code of ['precondition-failed', 'object-not-found'] as const)
    it(`lose the race where the METS is ${code} by the time that it is read`, async () => {
      const deposit = await prepared();
      const headers = await current(deposit);
      const lost = stub(live.bytes, 'get').rejects(new ByteStoreFault(code, 'another was faster'));
      try {
        for (const { status, body } of [await add(deposit, headers), await remove(deposit, headers)])
          expect([status, body['detail']]).to.deep.equal([409, 'Supplied ETag did not match METS']);
      } finally {
        lost.restore();
      }
    });

  const nothing: readonly (readonly [string, object, string])[] = [
    [
      'from nowhere',
      { ...whole, deleteFromMets: false, deleteFromDepositFiles: false },
      'No location to delete from specified.',
    ],
    ['of nothing', { ...whole, items: [] }, 'No items to delete.'],
  ];
  for (const [what, selection, detail] of nothing)
    it(`refuse a deletion ${what}`, async () => {
      const deposit = await prepared();
      const { status, body } = await remove(deposit, await current(deposit), selection);
      expect([status, body['detail']]).to.deep.equal([400, detail]);
    });

  it('refuse a path that is too long before the store is asked for it', async () => {
    const deposit = await prepared();
    const etag = await current(deposit);
    const head = spy(live.bytes, 'head');
    try {
      for (const path of ['a'.repeat(4_097), `objects/${'a/'.repeat(256)}a`]) {
        const answers = [
          await add(deposit, etag, ['objects/a.txt', path]),
          await remove(deposit, etag, { ...whole, items: [file, { path, isDir: true }] }),
          await remove(deposit, etag, { ...whole, continueIfFail: [path] }),
        ];
        for (const { status, body } of answers)
          expect([status, body['detail']].join(' ')).to.match(/^400 The path '.*' is too long/);
      }
      expect(head.args.filter(([{ key }]) => key.length > 1_000)).to.deep.equal([]);
    } finally {
      head.restore();
    }
    expect(await current(deposit)).to.deep.equal(etag);
  });

  it('delete nothing from the METS alone, and say so', async () => {
    const deposit = await prepared();
    await add(deposit, await current(deposit));
    const headers = await current(deposit);
    const { status, body } = await remove(deposit, headers, { ...whole, deleteFromDepositFiles: false });
    expect([status, body['items']]).to.deep.equal([200, [{ ...file, where: 'Neither' }]]);
    expect((body['warnings'] as string[])[0]).to.contain('deleteFromMets has no effect without deleteFromDepositFiles');
    expect(await current(deposit)).to.deep.equal(headers);
  });

  it('leave the root alone unless it is asked for, and then take what an archiver left, only', async () => {
    const deposit = await prepared();
    const left = { path: 'archived.txt', isDir: false };
    const alone = await remove(deposit, await current(deposit), { ...whole, items: [left] });
    expect([alone.status, alone.body['items']]).to.deep.equal([200, []]);
    for (const path of ['notes.txt', 'mets.xml']) {
      const selection = { ...whole, deleteFromRoot: true, items: [{ path, isDir: false }] };
      const { status, body } = await remove(deposit, await current(deposit), selection);
      const detail = 'Delete failed after 0 items. You cannot delete protected files in the root.';
      expect([status, body['detail']]).to.deep.equal([400, detail]);
    }
    const asked = await remove(deposit, await current(deposit), { ...whole, deleteFromRoot: true, items: [left] });
    expect([asked.status, asked.body['items']]).to.deep.equal([200, [{ ...left, where: 'Deposit' }]]);
  });

  it('describe only what lies in objects and metadata, and count each once', async () => {
    const deposit = await prepared();
    await upload(live, deposit, { 'objects/b/c.txt': 'c', 'elsewhere/d.txt': 'd' });
    const none = await add(deposit, await current(deposit), ['notes.txt', 'elsewhere', 'elsewhere/d.txt']);
    expect([none.status, none.body['items']]).to.deep.equal([200, []]);
    const paths = ['objects/b/c.txt', 'objects/a.txt', 'objects/none.txt', 'notes.txt', '/objects/a.txt/'];
    const { body } = await add(deposit, await current(deposit), paths);
    expect(body['items']).to.deep.equal([
      { path: 'objects', isDir: true, where: 'Mets' },
      { path: 'objects/a.txt', isDir: false, where: 'Mets' },
      { path: 'objects/b', isDir: true, where: 'Mets' },
      { path: 'objects/b/c.txt', isDir: false, where: 'Mets' },
    ]);
  });
});
