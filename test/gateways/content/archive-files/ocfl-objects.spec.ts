import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { objectPlaceOf } from '../../../../commands/reads/read-group.js';
import { unzipped } from '../../../support/restores/unzipped.js';
import { ask, newContainer } from '../../conversation.js';
import { startedServices, type LiveServices } from '../../live-services.js';
import { preserveVersions } from '../../preserved-versions.js';

const file = (text: string): { readonly text: string } => ({ text });

const VERSIONS = [
  { agent: 'dev', message: 'first', files: { 'objects/a.txt': file('first'), 'objects/b.txt': file('kept') } },
  { agent: 'dev', message: 'second', files: { 'objects/a.txt': file('changed'), 'objects/b.txt': file('kept') } },
];

describe('an OCFL object as an archive file', () => {
  let live: LiveServices;
  let path: string;
  before(async () => {
    live = await startedServices();
    const container = await newContainer(live);
    path = `${container}/group`;
    await preserveVersions(live, container, { path: 'group', name: 'A group', versions: VERSIONS });
  });
  const at = (query: string, below = ''): string => `${live.storage}/content/${path}${below}?as=ocfl${query}`;
  const bytesOf = async (url: string, headers: Record<string, string> = {}): Promise<Buffer> =>
    Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
  /** Every key of the object on the store, below its root. */
  const stored = async (): Promise<Record<string, string>> => {
    const { bucket, root } = objectPlaceOf(live, path);
    const found: Record<string, string> = {};
    for await (const { key } of live.bytes.list(bucket, `${root}/`))
      found[key.slice(root.length + 1)] = (await buffer((await live.bytes.get({ bucket, key })).stream)).toString();
    return found;
  };
  /** What is in a zip, in its one folder. */
  const inFolder = (zip: Buffer, folder: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(unzipped(zip)).map(([name, content]) => {
        expect(name.startsWith(`${folder}/`), name).to.equal(true);
        return [name.slice(folder.length + 1), content.toString()];
      }),
    );

  it('has what the store has, with all versions, in a folder of its name', async () => {
    const answer = await fetch(at(''));
    const name = `${path.replaceAll('/', '-')}-v2`;
    expect(answer.headers.get('content-type')).to.equal('application/zip');
    expect(answer.headers.get('content-disposition')).to.contain(`filename="${name}.zip"`);
    expect(inFolder(Buffer.from(await answer.arrayBuffer()), name)).to.deep.equal(await stored());
  });

  it('up to a version is the object as it was then', async () => {
    const then = inFolder(await bytesOf(at('&version=v1')), `${path.replaceAll('/', '-')}-v1`);
    const now = await stored();
    expect(Object.keys(then).filter((name) => name.startsWith('v2/'))).to.deep.equal([]);
    expect(then['inventory.json']).to.equal(now['v1/inventory.json']).and.not.equal(now['inventory.json']);
    const names = Object.keys(now).filter((name) => !name.startsWith('v2/'));
    expect(Object.keys(then).toSorted()).to.deep.equal(names.toSorted());
  });

  it('has the bytes of its whole at any offset, and an ETag of its own', async () => {
    const answer = await fetch(at('&version=v1'));
    const whole = Buffer.from(await answer.arrayBuffer());
    for (const start of [1, 400, whole.length - 30])
      expect((await bytesOf(at('&version=v1'), { range: `bytes=${start}-` })).equals(whole.subarray(start))).to.equal(
        true,
      );
    const tags = [at(''), at('').replace('ocfl', 'zip'), at('').replace('ocfl', 'zip&stored=true')];
    const told = await Promise.all(tags.map(async (url) => (await fetch(url, { method: 'HEAD' })).headers.get('etag')));
    expect(new Set([answer.headers.get('etag'), ...told]).size).to.equal(4);
  });

  for (const [what, query, below, status, detail] of [
    ['a folder', '', '/objects', 404, /no archival group/],
    ['a file', '', '/objects/a.txt', 404, /no archival group/],
    ['a version that there is not', '&version=v3', '', 404, /has no version v3/],
    ['everything that is stored, which it has', '&stored=true', '', 400, /has everything/],
  ] as const)
    it(`is refused for ${what}`, async () => {
      const answer = await ask('GET', at(query, below));
      expect(answer.status).to.equal(status);
      expect(answer.body['detail']).to.match(detail);
    });

  it('is not given where a file is missing, or has other bytes than the inventory has the digest of', async () => {
    const { bucket, root } = objectPlaceOf(live, path);
    const key = `${root}/v2/content/objects/a.txt`;
    await live.bytes.put({ bucket, key }, Buffer.from('Changed'));
    // As short as it is, its bytes are all read before the first are sent.
    const damaged = await ask('GET', at(''));
    expect(damaged.status).to.equal(500);
    expect(damaged.body['detail']).to.contain(`${path}@v2, v2/content/objects/a.txt, is damaged`);
    await live.bytes.delete(bucket, [key]);
    expect((await ask('GET', at('&version=v2'))).status).to.equal(500);
  });
});
