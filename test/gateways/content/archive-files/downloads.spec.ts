import { expect } from 'chai';
import { validateBag } from '../../../../formats/bagit/validate-bag.js';
import { memoryBag } from '../../../formats/bagit/memory-bag.js';
import { unzipped } from '../../../support/restores/unzipped.js';
import { ask, newGroup } from '../../conversation.js';
import type { LiveServices } from '../../live-services.js';

const FILES = {
  'objects/Brief an Jürgen.txt': 'Lieber Jürgen',
  'objects/pictures/mill 50%.svg': '<svg/>',
  'objects/pictures/"quoted" 💜\\.txt': 'odd',
  'objects/empty.txt': '',
  'metadata/note.txt': 'note',
};

const DEPOSITED = {
  '"quoted" 💜\\.txt': 'odd',
  'mill 50%.svg': '<svg/>',
};

describe('a version as an archive file', () => {
  let live: LiveServices;
  let path: string;
  before(async () => {
    ({ live, path } = await newGroup(FILES));
  });
  const at = (query: string, below = ''): string => `${live.storage}/content/${path}${below}?${query}`;
  const get = async (
    url: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Buffer }> => {
    const answer = await fetch(url, { method, headers });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const textsIn = (zip: Buffer): Record<string, string> =>
    Object.fromEntries(Object.entries(unzipped(zip)).map(([name, content]) => [name, content.toString()]));

  it('has the files of the depositor, under the names that they had', async () => {
    const { status, headers, bytes } = await get(at('as=zip&version=v1'));
    expect(status).to.equal(200);
    expect(textsIn(bytes)).to.deep.equal({
      'Brief an Jürgen.txt': 'Lieber Jürgen',
      'empty.txt': '',
      'pictures/"quoted" 💜\\.txt': 'odd',
      'pictures/mill 50%.svg': '<svg/>',
    });
    expect(headers.get('content-type')).to.equal('application/zip');
    expect(headers.get('content-length')).to.equal(`${bytes.length}`);
    expect(headers.get('accept-ranges')).to.equal('bytes');
    expect(headers.get('cache-control')).to.equal('private, max-age=31536000, immutable');
    const name = `${path.replaceAll('/', '-')}-v1.zip`;
    expect(headers.get('content-disposition')).to.equal(`attachment; filename="${name}"; filename*=UTF-8''${name}`);
  });

  it('has everything that is stored where that is wanted', async () => {
    const stored = textsIn((await get(at('as=zip&stored=true'))).bytes);
    expect(stored).to.include({ ...FILES });
    expect(Object.keys(stored)).to.deep.equal([
      'metadata/note.txt',
      'mets.xml',
      ...Object.keys(FILES)
        .filter((name) => name.startsWith('objects/'))
        .toSorted(),
    ]);
  });

  it('of a folder has its files, named from there', async () => {
    const { bytes, headers } = await get(at('as=zip', '/objects/pictures'));
    expect(textsIn(bytes)).to.deep.equal(DEPOSITED);
    expect(headers.get('content-disposition')).to.contain('-v1-objects-pictures.zip');
  });

  it('is a valid bag in a folder of its name', async () => {
    const { bytes } = await get(at('as=bag&version=v1&stored=true'));
    const folder = `${path.replaceAll('/', '-')}-v1/`;
    const bag = Object.fromEntries(
      Object.entries(unzipped(bytes)).map(([name, content]) => {
        expect(name.startsWith(folder), name).to.equal(true);
        return [name.slice(folder.length), content];
      }),
    );
    expect((await validateBag(memoryBag(bag))).problems).to.deep.equal([]);
    expect(Object.keys(bag)).to.include.members(['data/Brief an Jürgen.txt', 'mets.xml', 'metadata/note.txt']);
    expect(bag['bag-info.txt']?.toString()).to.contain(`Archived-Version: ${path}@v1\n`);
  });

  it('has the same bytes each time, and others for another form, part or version', async () => {
    const tags = new Set<string>();
    for (const url of [
      at('as=zip'),
      at('as=tar'),
      at('as=bag'),
      at('as=zip&stored=true'),
      at('as=tar', '/objects/pictures'),
    ]) {
      const [one, other] = [await get(url), await get(url)];
      expect(one.bytes.equals(other.bytes), url).to.equal(true);
      expect(one.headers.get('etag'))
        .to.equal(other.headers.get('etag'))
        .and.match(/^"[^"]+"$/);
      tags.add(one.headers.get('etag') ?? '');
    }
    expect(tags.size).to.equal(5);
    expect((await get(at('as=zip&version=v1'))).headers.get('etag')).to.equal(
      (await get(at('as=zip'))).headers.get('etag'),
    );
  });

  for (const form of ['zip', 'tar', 'bag'])
    it(`has the bytes of its whole at any offset, as ${form}`, async () => {
      const { bytes, headers } = await get(at(`as=${form}`));
      const etag = headers.get('etag') ?? '';
      for (const start of [1, 29, 45, 100, 333, bytes.length - 100, bytes.length - 1]) {
        const part = await get(at(`as=${form}`), { range: `bytes=${start}-`, 'if-range': etag });
        expect(part.status).to.equal(206);
        expect(part.headers.get('content-range')).to.equal(`bytes ${start}-${bytes.length - 1}/${bytes.length}`);
        expect(part.bytes.equals(bytes.subarray(start)), `from ${start}`).to.equal(true);
      }
      const other = await get(at(`as=${form}`), { range: 'bytes=5-', 'if-range': '"other"' });
      expect([other.status, other.bytes.equals(bytes)]).to.deep.equal([200, true]);
      const beyond = await get(at(`as=${form}`), { range: `bytes=${bytes.length}-` });
      expect([beyond.status, beyond.headers.get('content-range')]).to.deep.equal([416, `bytes */${bytes.length}`]);
    });

  it('has the headers of its whole for HEAD, and is not sent to who has it', async () => {
    const whole = await get(at('as=zip'));
    const head = await get(at('as=zip'), {}, 'HEAD');
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges'])
      expect(head.headers.get(name), name).to.equal(whole.headers.get(name));
    const etag = whole.headers.get('etag') ?? '';
    expect((await get(at('as=zip'), { 'if-none-match': etag })).status).to.equal(304);
    expect((await get(at('as=zip'), { 'if-match': '"other"' })).status).to.equal(412);
  });

  it('has the same bytes from either service', async () => {
    const one = await get(at('as=zip'));
    const other = await get(at('as=zip').replace(live.storage, live.preservation));
    expect([other.status, other.bytes.equals(one.bytes)]).to.deep.equal([200, true]);
    expect(other.headers.get('etag')).to.equal(one.headers.get('etag'));
  });

  it('may be had by two callers at once', async () => {
    const urls = [at('as=zip'), at('as=zip'), at('as=tar'), at('as=tar')];
    const [one, two, three, four] = await Promise.all(urls.map((url) => get(url)));
    expect(one!.bytes.equals(two!.bytes) && three!.bytes.equals(four!.bytes)).to.equal(true);
  });

  const refused: readonly (readonly [what: string, url: () => string, status: number, detail: RegExp])[] = [
    ['a form that there is not', () => at('as=rar'), 400, /as/],
    ['a group without a form', () => at('version=v1'), 404, /No binary/],
    ['everything that is stored without a form', () => at('stored=true', '/objects/empty.txt'), 400, /`as`/],
    ['a file', () => at('as=zip', '/objects/empty.txt'), 404, /is a file/],
    ['a folder that there is not', () => at('as=zip', '/objects/none'), 404, /There was no folder/],
    ['a version that there is not', () => at('as=zip&version=v2'), 404, /has no version v2/],
    ['what is no version', () => at('as=zip&version=2'), 400, /neither an OCFL version/],
    ['a container', () => `${live.storage}/content/${path.split('/')[0]}?as=zip`, 404, /no archival group/],
  ];
  for (const [what, url, status, detail] of refused)
    it(`is refused for ${what}`, async () => {
      const answer = await ask('GET', url());
      expect(answer.status).to.equal(status);
      expect(answer.body['detail']).to.match(detail);
    });

  it('may have no files', async () => {
    const made = await newGroup({}, 'nothing');
    const url = `${live.storage}/content/${made.path}?as=`;
    expect(unzipped((await get(`${url}zip`)).bytes)).to.deep.equal({});
    expect((await get(`${url}tar`)).bytes.every((byte) => byte === 0)).to.equal(true);
    expect(
      Object.keys(unzipped((await get(`${url}bag`)).bytes)).map((name) => name.slice(name.indexOf('/') + 1)),
    ).to.deep.equal(['bag-info.txt', 'bagit.txt', 'data/', 'manifest-sha256.txt', 'tagmanifest-sha256.txt']);
  });
});
