import { expect } from 'chai';
import sharp from 'sharp';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { ask, deleteItems, fresh, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { as } from '../deposit-life/deposits-by-state.js';
import {
  escaped,
  exported,
  FILM,
  FILM_BYTES,
  imported,
  manifestOf,
  NOTES,
  PAGE,
  viewedDeposit,
  type ViewedDeposit,
} from './viewed-deposit.js';

describe('a version of an archival group in a viewer', () => {
  const live = liveServices();
  let path: string;
  let deposit: ViewedDeposit;
  before(async () => {
    path = fresh('letters');
    const archivalGroup = `${live.preservation}/repository/${path}`;
    deposit = await viewedDeposit(live, { archivalGroup });
    await imported(live, deposit);
    const later = await exported(live, archivalGroup);
    await deleteItems({ ...deposit, ...later }, [{ path: NOTES, isDir: false }]);
    await imported(live, later);
  });

  /** The address of the manifest, with the token of a user. */
  const open = async (query = '', agent = 'ann'): Promise<string> => {
    const answer = await fetch(`${live.preservation}/viewer/${path}${query}`, {
      headers: as(agent),
      redirect: 'manual',
    });
    expect(answer.status).to.equal(302);
    return new URL(answer.headers.get('location') ?? '', live.preservation).href;
  };
  const mediaOf = (manifest: string): string => {
    const [, , id = '', , token = ''] = new URL(manifest).pathname.split('/');
    return `${live.preservation}/media/${token}/archivalgroup/${id}`;
  };
  const bytesAt = async (uri: string): Promise<Buffer> => {
    const { status, body } = await fetch(uri);
    expect(status, uri).to.equal(200);
    return buffer(Readable.fromWeb(body as never));
  };

  it('has the canvases of the version, painted by the image service', async () => {
    const manifest = await open('?version=v1');
    const { id, label, items } = (await manifestOf({ manifest })) as unknown as Record<string, unknown>;
    expect([id, label]).to.deep.equal([manifest, { none: ['Letters'] }]);
    const canvases = items as readonly { readonly id: string; readonly label: { readonly none: readonly string[] } }[];
    expect(canvases.map((canvas) => canvas.label.none[0])).to.deep.equal([FILM, NOTES, PAGE]);
    expect(canvases[0]?.id).to.equal(`${live.preservation}/iiif/${path}/canvases/${FILM}?version=v1`);
    const painted = `${mediaOf(manifest)}/imagesvc/${escaped(PAGE)}/full/1200,600/0/default.jpg`;
    expect(JSON.stringify(items)).to.include(painted);
    expect(await sharp(await bytesAt(painted)).metadata()).to.include({ format: 'jpeg', width: 1_200, height: 600 });
  });

  it('has the newest where none is named, and only the files of the version', async () => {
    const [newest, first] = [await open(), await open('?version=v1')];
    expect((await manifestOf({ manifest: newest })).items.map(({ label }) => label.none[0])).to.deep.equal([
      FILM,
      PAGE,
    ]);
    expect((await ask('GET', `${mediaOf(newest)}/file/${NOTES}`)).status).to.equal(404);
    expect((await bytesAt(`${mediaOf(first)}/file/${NOTES}`)).toString()).to.equal('<script>alert(1)</script>');
  });

  it('has films, also ranges of their bytes, and placeholders', async () => {
    const media = mediaOf(await open());
    const answer = await fetch(`${media}/video/${FILM}`, { headers: { range: 'bytes=10-19' } });
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([206, 'video/mp4']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(FILM_BYTES.subarray(10, 20))).to.equal(true);
    expect((await fetch(`${media}/placeholder/thumb.png`)).status).to.equal(200);
  });

  it('has its canvases page by page, and its ranges', async () => {
    const manifest = await open('?version=v1');
    const { items } = await manifestOf({ manifest });
    const { body } = await ask('GET', `${manifest}/canvases?page=2&pageSize=2`);
    expect(body).to.include({ total: 3, page: 2, pageSize: 2 });
    expect(body['canvases']).to.deep.equal([
      { number: 3, path: PAGE, kind: 'Image', contentType: 'image/png', canvas: items[2] },
    ]);
    expect((await ask('GET', `${manifest}/ranges`)).body).to.deep.equal({ structures: [] });
  });

  it('has one token for a user and a group, which opens nothing else', async () => {
    const [ann, annAgain, ben] = [await open(), await open('?version=v1'), await open('', 'ben')];
    const tokenOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
    expect(tokenOf(annAgain)).to.equal(tokenOf(ann));
    expect(tokenOf(ben)).not.to.equal(tokenOf(ann));
    const statusOf = async (uri: string): Promise<number> => (await ask('GET', uri)).status;
    expect(await statusOf(ann.replace(tokenOf(ann), deposit.token))).to.equal(401);
    expect(await statusOf(deposit.manifest.replace(deposit.token, tokenOf(ann)))).to.equal(401);
    const [, , id = ''] = new URL(ann).pathname.split('/');
    for (const other of [
      id.replace(/v2$/, 'v3'),
      id.replace(/-v2$/, ''),
      `${id}0`,
      id.replace(/^./, 'z'),
      deposit.id,
    ]) {
      expect([401, 404], other).to.include(await statusOf(ann.replace(id, other)));
      expect([401, 404], other).to.include(await statusOf(`${mediaOf(ann).replace(id, other)}/file/${FILM}`));
    }
  });

  it('is opened by callers only, where it is', async () => {
    const opened = (query: string): Promise<Reply> => ask('GET', `${live.preservation}/viewer/${query}`);
    expect((await opened(`${path}?version=v9`)).status).to.equal(404);
    expect((await opened(`${path}?version=9`)).status).to.equal(400);
    expect((await opened('nowhere')).status).to.equal(404);
  });
});
