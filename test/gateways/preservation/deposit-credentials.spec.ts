import { expect } from 'chai';
import { intentOf } from '../../support/command-bench.js';
import {
  ask,
  describeFiles,
  filledDeposit,
  newContainer,
  newDeposit,
  type OpenedDeposit,
  type Reply,
} from '../conversation.js';
import { liveServices } from '../live-services.js';
import { lockDeposit } from '../../../commands/processes/deposits/lock-deposit.js';
import { sha256Of } from '../../support/sha256.js';

interface Upload {
  readonly path: string;
  readonly sha256: string;
  readonly url: string;
  readonly headers: Record<string, string>;
}

describe('the credentials of a deposit', () => {
  const live = liveServices();

  const get = (
    { uri }: OpenedDeposit,
    files: readonly (readonly [path: string, sha256: string])[] = [],
  ): Promise<Reply> => {
    const query = new URLSearchParams(files.map(([path, digest]): [string, string] => ['file', `${digest}:${path}`]));
    return ask('GET', `${uri}/credentials${files.length === 0 ? '' : `?${query.toString()}`}`);
  };
  const post = ({ uri }: OpenedDeposit, files: readonly object[], folders?: readonly string[]): Promise<Reply> =>
    ask('POST', `${uri}/credentials`, folders === undefined ? { files } : { files, folders });
  const uploadsOf = ({ body, status, text }: Reply): readonly Upload[] => {
    expect(status, text).to.equal(200);
    return body['uploads'] as readonly Upload[];
  };

  it('are keys for its prefix, and may be kept by no cache', async () => {
    const deposit = await newDeposit(live);
    const { status, headers, body } = await get(deposit);
    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(body).to.deep.include({ type: 'DepositCredentials', deposit: deposit.uri, uploads: [] });
    expect(body['keys']).to.deep.include({ prefix: deposit.prefix, bucket: live.places.workspaceBucket });
    const left = Date.parse(String(body['expiration'])) - Date.now();
    expect(left).to.be.within(3_590_000, 3_600_000);
  });

  it('are URLs for the files that are named, in their order', async () => {
    const deposit = await newDeposit(live);
    const files = [
      ['objects/a:b c+d.txt', sha256Of('one').toUpperCase()],
      ['mets.xml', sha256Of('two')],
    ] as const;
    const answers = [
      await get(deposit, files),
      await post(
        deposit,
        files.map(([path, sha256]) => ({ path, sha256 })),
      ),
    ];
    for (const answer of answers) {
      const uploads = uploadsOf(answer);
      expect(uploads.map(({ path, sha256: digest }) => [path, digest])).to.deep.equal([
        ['objects/a:b c+d.txt', sha256Of('one')],
        ['mets.xml', sha256Of('two')],
      ]);
      for (const [index, body] of ['one', 'two'].entries()) {
        const { url, headers } = uploads[index]!;
        expect((await fetch(url, { method: 'PUT', headers, body })).status).to.equal(200);
      }
    }
  });

  it('are URLs for files with their times, and for empty folders', async () => {
    const deposit = await newDeposit(live);
    const file = { path: 'objects/a.txt', sha256: sha256Of('a'), modified: '2001-09-09T01:46:40.500Z' };
    for (const { url, headers, path } of uploadsOf(await post(deposit, [file], ['objects/ü']))) {
      const body = path.endsWith('/') ? '' : 'a';
      expect((await fetch(url, { method: 'PUT', headers, body })).status, path).to.equal(200);
    }
    const found = await ask('GET', `${deposit.uri}/combined?refresh=true`);
    expect(found.text).to.contain('objects/a.txt').and.to.contain('objects/ü');
    expect(JSON.stringify((await ask('GET', `${deposit.uri}/filesystem`)).body)).to.contain(sha256Of('a'));
  });

  it('are refused for a folder that is no path of a deposit, and for a time that is none', async () => {
    const deposit = await newDeposit(live);
    expect((await post(deposit, [], ['objects/'])).body['detail']).to.match(/cannot be uploaded: /);
    const file = { path: 'objects/a', sha256: sha256Of('a') };
    expect((await post(deposit, [file], ['objects/a'])).body['detail']).to.contain('it is named twice');
    expect((await post(deposit, [{ ...file, modified: 'yesterday' }])).status).to.equal(400);
  });

  it('are URLs for one file as for several', async () => {
    const deposit = await newDeposit(live);
    expect(uploadsOf(await get(deposit, [['objects/a', sha256Of('a')]]))).to.have.length(1);
  });

  it('are noted in the log without the secret', async () => {
    const deposit = await newDeposit(live);
    const { secretAccessKey } = (await get(deposit)).body['keys'] as { secretAccessKey: string };
    const lines = JSON.stringify(live.log.lines);
    expect(lines).to.contain('Access to the files of a deposit was given').and.contain(deposit.id);
    expect(lines).not.to.contain(secretAccessKey);
  });

  const wrongPaths: readonly (readonly [what: string, path: string])[] = [
    ['leaves the deposit', '../other/objects/a'],
    ['goes up and down', 'objects/../../other/a'],
    ['has a dot for a name', 'objects/./a'],
    ['begins with a slash', '/objects/a'],
    ['has an empty name', 'objects//a'],
    ['ends in a slash', 'objects/'],
    ['is longer than a key', `objects/${'a'.repeat(1_024)}`],
    ['is longer than a key only as UTF-8', `objects/${'ü'.repeat(510)}`],
    ['has more names than a path may have', `${'a/'.repeat(300)}a`],
    ['has a NUL', 'objects/a\0b'],
    ['has a character that no METS can hold', 'objects/a\u0001b'],
    ['has the reserved text for #', 'objects/a-_-percent-23-_-b'],
  ];
  for (const [what, path] of wrongPaths)
    it(`are refused for a path that ${what}`, async () => {
      const deposit = await newDeposit(live);
      for (const answer of [
        await get(deposit, [[path, sha256Of('')]]),
        await post(deposit, [{ path, sha256: sha256Of('') }]),
      ]) {
        expect(answer.status).to.equal(400);
        expect(answer.body['detail']).to.match(/cannot be uploaded: /);
        expect(answer.text).not.to.contain('X-Amz-Signature');
      }
    });

  it('are refused for a path that is no Unicode, and for one that is named twice', async () => {
    const deposit = await newDeposit(live);
    const one = { path: 'objects/a', sha256: sha256Of('') };
    expect((await post(deposit, [{ path: 'objects/\ud800', sha256: sha256Of('') }])).status).to.equal(400);
    expect((await post(deposit, [one, one])).body['detail']).to.contain('it is named twice');
  });

  for (const [what, file] of [
    ['without a digest', 'objects/a'],
    ['with a digest that is none', `${'g'.repeat(64)}:objects/a`],
    ['with a short digest', `${'0'.repeat(63)}:objects/a`],
    ['without a path', `${'0'.repeat(64)}:`],
  ] as const)
    it(`are refused for a file ${what}`, async () => {
      const { uri } = await newDeposit(live);
      expect((await ask('GET', `${uri}/credentials?file=${encodeURIComponent(file)}`)).status).to.equal(400);
    });

  it('name 50 files in a URL and 1,000 in a body at most', async () => {
    const deposit = await newDeposit(live);
    const files = Array.from({ length: 1_001 }, (_, index) => [`objects/${index}`, sha256Of('')] as const);
    expect((await get(deposit, files.slice(0, 50))).status).to.equal(200);
    expect((await get(deposit, files.slice(0, 51))).status).to.equal(400);
    const bodies = files.map(([path, digest]) => ({ path, sha256: digest }));
    expect(uploadsOf(await post(deposit, bodies.slice(0, 1_000)))).to.have.length(1_000);
    expect((await post(deposit, bodies)).status).to.equal(400);
  });

  describe('are refused for a deposit that', () => {
    const rows: readonly (readonly [
      what: string,
      status: number,
      detail: RegExp,
      make: () => Promise<OpenedDeposit>,
    ])[] = [
      [
        'is not there',
        404,
        /not found/,
        async () => {
          const { uri, prefix } = await newDeposit(live);
          return { uri: uri.replace(/[^/]+$/, 'nosuchdeposit'), id: 'nosuchdeposit', prefix };
        },
      ],
      [
        'was deleted',
        404,
        /not found/,
        async () => {
          const deposit = await newDeposit(live);
          await ask('DELETE', deposit.uri);
          return deposit;
        },
      ],
      [
        'another agent has locked',
        409,
        /^Deposit is locked by ann$/,
        async () => {
          const deposit = await newDeposit(live);
          const wanted = { depositId: deposit.id, force: false };
          expect(await lockDeposit(live.dependencies, intentOf('ann'), wanted)).to.include({ ok: true });
          return deposit;
        },
      ],
      [
        'is preserved',
        409,
        /is preserved, so that its files cannot be changed/,
        async () => {
          const deposit = await imported();
          await live.settle();
          return deposit;
        },
      ],
      [
        'is not active',
        409,
        /is not active/,
        async () => {
          const group = `${live.preservation}/repository/${await newContainer(live)}/group`;
          const deposit = await newDeposit(live, { archivalGroup: group });
          const job = { deposit: deposit.uri, archivalGroup: group, archivalGroupName: 'G', isUpdate: true };
          await ask('POST', `${deposit.uri}/importjobs`, job);
          await live.settle();
          return deposit;
        },
      ],
    ];
    const imported = async (): Promise<OpenedDeposit> => {
      const deposit = await filledDeposit(live, { 'objects/a': 'a' });
      const archivalGroup = `http://x/repository/${await newContainer(live)}/group`;
      await ask('PATCH', deposit.uri, { archivalGroup });
      await describeFiles(deposit, ['objects/a']);
      const { status, text } = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
      expect(status, text).to.equal(201);
      return deposit;
    };
    for (const [what, status, detail, make] of rows)
      it(what, async () => {
        const deposit = await make();
        for (const answer of [await get(deposit), await post(deposit, [])]) {
          expect([answer.status, answer.body['detail']], answer.text).to.satisfy(
            ([told, text]: [number, string]) => told === status && detail.test(text),
          );
        }
      });
  });

  it('are given to the holder of the lock', async () => {
    const deposit = await newDeposit(live);
    await ask('POST', `${deposit.uri}/lock`);
    expect((await get(deposit)).status).to.equal(200);
  });
});
