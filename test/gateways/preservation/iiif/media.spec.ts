import { expect } from 'chai';
import sharp from 'sharp';
import { ask } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import {
  depositOf,
  escaped,
  FILM,
  FILM_BYTES,
  manifestOf,
  NOTES,
  PAGE,
  viewedDeposit,
  WIDTH,
  HEIGHT,
  type ViewedDeposit,
} from './viewed-deposit.js';

describe('the media of a deposit (preservation 4.9, companion 15.4)', () => {
  const live = liveServices();
  let deposit: ViewedDeposit;
  before(async () => {
    deposit = await viewedDeposit(live);
  });
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${deposit.media}/${path}`, { headers, redirect: 'manual' });
  const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

  it('have a description of each image service, with its sizes', async () => {
    const answer = await get(`imagesvc/${escaped(PAGE)}/info.json`);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('cache-control')).to.equal('private, max-age=600');
    const { id, ...info } = (await answer.json()) as { readonly id: string };
    expect(info).to.deep.equal({
      '@context': 'http://iiif.io/api/image/3/context.json',
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level0',
      width: WIDTH,
      height: HEIGHT,
      sizes: [
        { width: 100, height: 50 },
        { width: 200, height: 100 },
        { width: 400, height: 200 },
        { width: 800, height: 400 },
        { width: 1_200, height: 600 },
      ],
    });
    expect(decodeURIComponent(id)).to.equal(`${deposit.media}/imagesvc/${PAGE}`);
  });
  it('have no size twice in the description of a small picture', async () => {
    const bytes = await sharp({ create: { width: 300, height: 150, channels: 3, background: '#c02040' } })
      .png()
      .toBuffer();
    const small = await depositOf(
      live,
      [['objects/a.png', bytes, 'image/png']],
      ['======== objects/a.png\nImage Size : 300x150'],
    );
    const info = (await (await fetch(`${small.media}/imagesvc/objects/a.png/info.json`)).json()) as { sizes: object[] };
    expect(info.sizes).to.deep.equal([
      { width: 100, height: 50 },
      { width: 200, height: 100 },
      { width: 300, height: 150 },
    ]);
  });
  it('have images of the sizes that were asked for, the same from memory', async () => {
    for (const [width, height] of [
      [100, 50],
      [1_200, 600],
      [1_200, 600],
    ] as const) {
      const answer = await get(`imagesvc/${escaped(PAGE)}/full/${width},${height}/0/default.jpg`);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('image/jpeg');
      expect(answer.headers.get('cache-control')).to.equal('private, max-age=3600');
      expect(answer.headers.get('etag')).to.match(/^W\/"/);
      expect(await sharp(await bytesOf(answer)).metadata()).to.include({ format: 'jpeg', width, height });
      const etag = answer.headers.get('etag') ?? '';
      const again = await get(`imagesvc/${escaped(PAGE)}/full/${width},${height}/0/default.jpg`, {
        'if-none-match': etag,
      });
      expect(again.status).to.equal(304);
    }
  });
  it('say what is wrong with a HEIC file that cannot be read, without a path of the server', async () => {
    const broken = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    const { media } = await depositOf(
      live,
      [['objects/broken.heic', broken, 'image/heic']],
      ['======== objects/broken.heic\nImage Size : 400x300'],
    );
    const answer = await fetch(`${media}/imagesvc/objects/broken.heic/full/10,10/0/default.jpg`);
    const { detail } = (await answer.json()) as { readonly detail: string };
    expect(answer.status).to.equal(404);
    expect(detail)
      .to.match(/^The image cannot be read: .*bad seek/)
      .and.not.match(/[/]|muniment-/);
  });
  it('have the extents of a picture that its orientation turns, as it is shown, everywhere', async () => {
    const bytes = await sharp({ create: { width: 1_600, height: 800, channels: 3, background: '#c02040' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const tags = 'Orientation : Rotate 90 CW\nImage Width : 1600\nImage Height : 800\nImage Size : 1600x800';
    const turned = await depositOf(live, [['objects/a.jpg', bytes, 'image/jpeg']], [`======== objects/a.jpg\n${tags}`]);
    const [canvas] = (await manifestOf(turned)).items;
    expect(canvas).to.include({ width: 800, height: 1_600 });
    const service = `${turned.media}/imagesvc/objects/a.jpg`;
    const info = (await (await fetch(`${service}/info.json`)).json()) as { readonly sizes: readonly object[] };
    expect(info).to.include({ width: 800, height: 1_600 });
    expect(info.sizes).to.deep.equal([
      { width: 50, height: 100 },
      { width: 100, height: 200 },
      { width: 200, height: 400 },
      { width: 400, height: 800 },
      { width: 600, height: 1_200 },
    ]);
    const shown = await fetch(`${service}/full/600,1200/0/default.jpg`);
    expect(await sharp(await bytesOf(shown)).metadata()).to.include({ width: 600, height: 1_200 });
  });
  it('redirect from an image service to its description', async () => {
    const answer = await get(`imagesvc/${escaped(PAGE)}`);
    expect(answer.status).to.equal(303);
    const uri = new URL(answer.headers.get('location') ?? '', `${deposit.media}/imagesvc/${escaped(PAGE)}`);
    expect((await fetch(uri)).status).to.equal(200);
  });
  it('have images of exactly the size that was asked for, whatever their aspect', async () => {
    for (const [width, height] of [
      [300, 300],
      [40, 800],
      [WIDTH, HEIGHT],
    ] as const) {
      const answer = await get(`imagesvc/${escaped(PAGE)}/full/${width},${height}/0/default.jpg`);
      expect(await sharp(await bytesOf(answer)).metadata()).to.include({ width, height });
    }
  });
  for (const request of [
    'full/1601,800/0/default.jpg',
    'full/1600,801/0/default.jpg',
    'square/100,50/0/default.jpg',
    'full/max/0/default.jpg',
    'full/100,/0/default.jpg',
    'full/0,0/0/default.jpg',
    'full/99999,99999/0/default.jpg',
    'full/100,50/90/default.jpg',
    'full/100,50/0/default.png',
    'full/100,50/0/gray.jpg',
  ])
    it(`have no other image, as ${request}`, async () => {
      expect((await get(`imagesvc/${escaped(PAGE)}/${request}`)).status).to.equal(404);
    });
  it('have no image service of what is none, or is not there', async () => {
    for (const path of [NOTES, 'objects/none.png'])
      for (const what of ['/info.json', '/full/10,10/0/default.jpg'])
        expect((await get(`imagesvc/${path}${what}`)).status, path + what).to.equal(404);
  });
  for (const type of ['imagesvc', 'file', 'placeholder'])
    it(`have no path that is a slash alone, as ${type}//`, async () => {
      expect((await get(`${type}//`)).status).to.equal(400);
    });
  it('have files with their recorded types, which can do nothing in a browser', async () => {
    const answer = await get(`file/${NOTES}`);
    expect(await answer.text()).to.equal('<script>alert(1)</script>');
    expect(answer.headers.get('content-type')).to.equal('text/html');
    expect(answer.headers.get('content-security-policy')).to.match(/^sandbox; default-src 'none'/);
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    expect((await get(`file/${escaped(PAGE)}`)).headers.get('content-type')).to.equal('image/png');
  });
  const ranges: readonly (readonly [string, number, number, number])[] = [
    ['bytes=0-9', 206, 0, 9],
    ['bytes=990-', 206, 990, 999],
    ['bytes=-10', 206, 990, 999],
    ['bytes=500-99999', 206, 500, 999],
    ['bytes=0-1,4-5', 200, 0, 999],
    ['bytes=9-1', 200, 0, 999],
    ['bytes=a-b', 200, 0, 999],
    ['lines=0-1', 200, 0, 999],
  ];
  for (const [range, status, start, end] of ranges)
    it(`have bytes ${start} to ${end} of a film for the range ${range}`, async () => {
      const answer = await get(`video/${FILM}`, { range });
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('accept-ranges')).to.equal('bytes');
      if (status === 206) expect(answer.headers.get('content-range')).to.equal(`bytes ${start}-${end}/1000`);
      expect((await bytesOf(answer)).equals(FILM_BYTES.subarray(start, end + 1))).to.equal(true);
    });
  it('have no range behind the end of a film', async () => {
    const answer = await get(`audio/${FILM}`, { range: 'bytes=1000-' });
    expect([answer.status, answer.headers.get('content-range')]).to.deep.equal([416, 'bytes */1000']);
  });
  it('have grey placeholders, which may be kept', async () => {
    for (const [name, width, height] of [
      ['thumb.png', 100, 80],
      ['canvas.png', 1_000, 800],
      ['else', 1_000, 800],
    ] as const) {
      const answer = await get(`placeholder/${name}`);
      expect(answer.headers.get('cache-control')).to.equal('public, max-age=86400, immutable');
      expect(await sharp(await bytesOf(answer)).metadata()).to.include({ format: 'png', width, height });
    }
  });
  it('are those of deposits and archival groups only, and of the known types', async () => {
    const other = await ask('GET', deposit.media.replace('/deposit/', '/group/') + `/file/${FILM}`);
    expect([other.status, other.body['title']]).to.deep.equal([400, 'Unsupported source']);
    expect((await get(`text/${FILM}`)).status).to.equal(404);
    expect((await get('file/objects/none')).status).to.equal(404);
  });
  for (const path of [
    'objects/%2e%2e/%2e%2e/secret',
    'objects//film.mp4',
    'objects/.%2f..%2ffilm.mp4',
    'objects%5Cfilm.mp4',
    'objects/film.mp4%00',
    'objects/%ff',
    '%2e%2e/%2e%2e',
    `${'a/'.repeat(5_000)}b`,
  ])
    it(`are none at ${path.slice(0, 40)}`, async () => {
      const answer = await get(`file/${path}`);
      expect([401, 404]).to.include(answer.status);
      expect(await answer.text()).not.to.include('alert');
    });
});
