import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { lockDeposit } from '../../../../../commands/processes/deposits/lock-deposit.js';
import { intentOf } from '../../../../support/command-bench.js';
import {
  ask,
  describeFiles,
  etagOf,
  filledDeposit,
  newDeposit,
  upload,
  type OpenedDeposit,
  type Reply,
} from '../../../conversation.js';
import { liveServices } from '../../../live-services.js';

const foreign = `<mets:mets xmlns:mets="http://www.loc.gov/METS/"><mets:metsHdr><mets:agent><mets:name>Other</mets:name>
</mets:agent></mets:metsHdr><mets:structMap TYPE="PHYSICAL"><mets:div/></mets:structMap></mets:mets>`;
const INC = 'http://rightsstatements.org/vocab/InC/1.0/';

interface Described {
  readonly localPath: string;
  readonly name: string;
  readonly directories?: readonly Described[];
  readonly files?: readonly Described[];
}

describe('properties of files and folders in the METS', () => {
  const live = liveServices();

  const set = async (deposit: OpenedDeposit, changes: readonly object[], headers = {}): Promise<Reply> =>
    ask('POST', `${deposit.uri}/mets/properties`, { changes }, { 'if-match': await etagOf(deposit), ...headers });

  const described = async ({ uri }: OpenedDeposit, path: string): Promise<Described | undefined> => {
    const { body } = await ask('GET', `${uri}/parsed-mets`);
    const within = (each: Described): readonly Described[] => [
      each,
      ...(each.files ?? []),
      ...(each.directories ?? []).flatMap(within),
    ];
    return within(body['physicalStructure'] as Described).find(({ localPath }) => localPath === path);
  };

  const recorded = async (): Promise<OpenedDeposit> => {
    const files = ['objects/a/1.txt', 'objects/a/2.txt', 'objects/b.txt'];
    const deposit = await filledDeposit(live, Object.fromEntries(files.map((path) => [path, path])));
    await describeFiles(deposit, files);
    return deposit;
  };

  it('are set on many at once, and inherited from folders', async () => {
    const deposit = await recorded();
    const record = { recordIdentifiers: [{ source: 'Catalogue', value: 'PR/1' }] };
    const { status, body, headers } = await set(deposit, [
      { paths: ['objects/a', '/objects/b.txt/'], accessRestrictions: ['closed'], rightsStatement: INC },
      { paths: ['objects/a/1.txt'], name: 'Plan of the “house”', recordInfo: record },
      { paths: ['objects/a/2.txt'], rightsStatementSuppressed: true },
    ]);
    expect([status, body['items']]).to.deep.equal([
      200,
      [
        { path: 'objects/a', isDir: true, where: 'Mets' },
        { path: 'objects/b.txt', isDir: false, where: 'Mets' },
        { path: 'objects/a/1.txt', isDir: false, where: 'Mets' },
        { path: 'objects/a/2.txt', isDir: false, where: 'Mets' },
      ],
    ]);
    expect(headers.get('etag')).to.equal(await etagOf(deposit));
    expect(await described(deposit, 'objects/a')).to.deep.include({ accessRestrictions: ['closed'] });
    expect(await described(deposit, 'objects/a/1.txt')).to.deep.include({
      name: 'Plan of the “house”',
      accessRestrictions: null,
      effectiveAccessRestrictions: ['closed'],
      effectiveRightsStatement: INC,
      recordInfo: record,
    });
    expect(await described(deposit, 'objects/a/2.txt')).to.deep.include({
      effectiveRightsStatement: null,
      rightsStatementSuppressed: true,
    });
  });

  it('are cleared where that is asked for, and stay as they are when absent or null', async () => {
    const deposit = await recorded();
    const paths = ['objects/a/1.txt'];
    const record = { recordIdentifiers: [{ source: '', value: '7' }] };
    await set(deposit, [{ paths, name: 'One', accessRestrictions: ['open'], rightsStatementSuppressed: true }]);
    await set(deposit, [{ paths, recordInfo: record, name: null, rightsStatement: null, clear: null }]);
    expect(await described(deposit, 'objects/a/1.txt')).to.deep.include({
      ...{ name: 'One', accessRestrictions: ['open'], rightsStatementSuppressed: true, recordInfo: record },
    });
    await set(deposit, [{ paths, clear: ['name', 'accessRestrictions', 'rightsStatement', 'recordInfo'] }]);
    expect(await described(deposit, 'objects/a/1.txt')).to.deep.include({
      ...{ name: '1.txt', accessRestrictions: null, rightsStatementSuppressed: false, recordInfo: null },
    });
  });

  it('are set on the root, which has no name of its own', async () => {
    const deposit = await recorded();
    expect((await set(deposit, [{ paths: [''], accessRestrictions: ['open'] }])).status).to.equal(200);
    expect(await described(deposit, 'objects/b.txt')).to.deep.include({ effectiveAccessRestrictions: ['open'] });
    const { status, body } = await set(deposit, [{ paths: [''], name: 'All' }]);
    expect([status, body['detail']]).to.deep.equal([
      400,
      "The name of '' cannot be written: it is the title of the METS.",
    ]);
  });

  it('move files and folders to where their names stand in the order', async () => {
    const deposit = await recorded();
    await set(deposit, [{ paths: ['objects/a/1.txt'], name: 'Z' }]);
    expect((await described(deposit, 'objects/a'))?.files?.map(({ name }) => name)).to.deep.equal(['2.txt', 'Z']);
  });

  it('are not set at all where one cannot be, and the answer names the path', async () => {
    const deposit = await recorded();
    const etag = await etagOf(deposit);
    const first = { paths: ['objects/b.txt'], accessRestrictions: ['closed'] };
    for (const [second, detail] of [
      [{ paths: ['objects/none.txt'], name: 'x' }, "path 'objects/none.txt'"],
      [{ paths: ['objects/a'], rightsStatement: 'javascript:alert(1)' }, "rights statement of 'objects/a'"],
      [{ paths: ['objects/a'], accessRestrictions: [' '] }, "access restriction of 'objects/a'"],
      [{ paths: ['objects/a'], name: 'a\u0001b' }, "name of 'objects/a'"],
      [{ paths: ['objects/a'], name: ' ' }, "name of 'objects/a'"],
      [{ paths: ['objects/a'] }, 'The change at 1 of `changes` has no property to set or to clear.'],
      [{ paths: ['objects/a'], rightsStatement: INC, rightsStatementSuppressed: true }, 'has both'],
      [{ paths: ['objects/a'], name: 'A', clear: ['name'] }, 'both sets and clears `name`.'],
    ] as const) {
      const { status, body } = await set(deposit, [first, second]);
      expect([status, body['detail']]).to.satisfy(
        ([code, said]: [number, string]) => code === 400 && said.includes(detail),
        `${detail} in ${String(body['detail'])}`,
      );
    }
    expect((await set(deposit, [{ paths: [], name: 'x' }])).status).to.equal(400);
    expect(await etagOf(deposit)).to.equal(etag);
  });

  it('need the ETag of the METS, no lock of another agent, and a METS of this program', async () => {
    const deposit = await recorded();
    const changes = [{ paths: ['objects/b.txt'], name: 'B' }];
    expect((await set(deposit, changes, { 'if-match': '"stale"' })).status).to.equal(409);
    await lockDeposit(live.dependencies, intentOf('bo'), { depositId: deposit.id, force: false });
    expect((await set(deposit, changes)).status).to.equal(409);
    const other = await newDeposit(live);
    expect((await set(other, changes)).status).to.equal(404);
    await upload(live, other, { 'mets.xml': foreign });
    expect((await set(other, changes)).status).to.equal(422);
  });

  it('are recorded as an edit of the METS, once for a repeated request', async () => {
    const deposit = await recorded();
    const headers = { 'if-match': await etagOf(deposit), 'idempotency-key': randomUUID() };
    const changes = [{ paths: ['objects/b.txt', 'objects/a'], accessRestrictions: ['open'] }];
    const first = await set(deposit, changes, headers);
    const etag = await etagOf(deposit);
    const again = await set(deposit, changes, headers);
    expect([again.status, again.body]).to.deep.equal([200, first.body]);
    expect(await etagOf(deposit)).to.equal(etag);
    const { body } = await ask('GET', `${deposit.uri}/history`);
    const entries = body['entries'] as readonly { readonly sentence: string }[];
    const said = entries.filter(({ sentence }) => sentence.endsWith('changed the METS file: 2 paths recorded.'));
    expect(said).to.have.length(1);
  });
});
