import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../support/browser/chromium.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Where `.ci/viewer` has put Mirador. */
const TOOLS = process.env['MUNIMENT_TEST_VIEWER'] ?? '';

interface Manifest {
  readonly items: readonly { readonly id: string; readonly label: { readonly none: readonly string[] } }[];
}

const COLOURS: Readonly<Record<string, readonly [number, number, number]>> = {
  'page #1 é.tif': [40, 60, 160],
  'page-2.jpg': [160, 60, 40],
};
const [WIDTH, HEIGHT] = [900, 1_200];

/** A tone of one second. */
const wave = (): Buffer => {
  const rate = 8_000;
  const samples = Buffer.alloc(rate * 2);
  for (let at = 0; at < rate; at++)
    samples.writeInt16LE(Math.round(9_000 * Math.sin((at * 2 * Math.PI * 440) / rate)), at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  for (const [at, value] of [
    [24, rate],
    [28, rate * 2],
    [40, samples.length],
  ] as const)
    head.writeUInt32LE(value, at);
  head.write('data', 36);
  return Buffer.concat([head, samples]);
};

/** Has the browser record a film of a canvas, as base64. */
const RECORD = `new Promise((resolve) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 });
  const context = canvas.getContext('2d');
  let shown = 0;
  const drawing = setInterval(() => { context.fillStyle = 'hsl(' + (shown += 9) + ',80%,50%)'; context.fillRect(0, 0, 160, 120); }, 30);
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = async () => {
    clearInterval(drawing);
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    resolve(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
  };
  recorder.start();
  setTimeout(() => recorder.stop(), 1_000);
})`;

describe('a deposit in Mirador, in Chromium', () => {
  const folder = temporaryFolder(async () => {
    await browser?.close();
    server?.close();
    await platform?.stop();
  });
  let browser: Browser | null = null;
  let server: Server | null = null;
  let platform: TestPlatform | null = null;
  before(async function () {
    browser = existsSync(join(TOOLS, 'mirador.js')) ? await openChromium() : null;
    if (browser === null) this.skip();
  });

  const launched = (): Promise<Page> => browser!.newPage({ viewport: { width: 1_200, height: 760 } });

  /** Opens a deposit with these files in a session; answers the address of its manifest. */
  const opened = async (film: Buffer): Promise<string> => {
    const environment = { MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS: 'true' };
    platform = await startTestPlatform({ data: join(folder(), 'data'), environment });
    const { call, s3 } = platform;
    const { body: deposit } = await call<{ id: string; files: string }>('POST', '/deposits', {
      template: 'RootLevel',
      archivalGroupName: 'Letters of 1911',
    });
    const [, , bucket = '', ...rest] = deposit.files.split('/');
    const prefix = `${rest.join('/').replace(/\/$/, '')}/`;
    const found: string[] = [];
    const put = async (name: string, bytes: Buffer, contentType: string, ...tags: string[]): Promise<void> => {
      await s3.put({ bucket, key: `${prefix}objects/${name}` }, bytes, { contentType });
      found.push(`======== objects/${name}`, `MIME Type : ${contentType}`, ...tags);
    };
    const size = [`Image Width : ${WIDTH}`, `Image Height : ${HEIGHT}`];
    for (const [name, [r, g, b]] of Object.entries(COLOURS)) {
      const image = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: { r, g, b } } });
      const isTiff = name.endsWith('.tif');
      await put(
        name,
        await (isTiff ? image.tiff() : image.jpeg()).toBuffer(),
        isTiff ? 'image/tiff' : 'image/jpeg',
        ...size,
      );
    }
    await put('film.webm', film, 'video/webm', 'Image Width : 160', 'Image Height : 120', 'Duration : 1.00 s');
    await put('sound.wav', wave(), 'audio/wav', 'Duration : 1.00 s');
    await s3.put({ bucket, key: `${prefix}metadata/exif/exif_output.txt` }, Buffer.from(`${found.join('\n')}\n`));
    const { metsETag } = (await call<{ metsETag: string }>('GET', deposit.id)).body;
    const names = [...Object.keys(COLOURS), 'film.webm', 'sound.wav'].map((name) => `objects/${name}`);
    expect((await call('POST', `${deposit.id}/mets`, names, { 'if-match': metsETag })).status).to.equal(200);
    const { headers } = await fetch(`${deposit.id}/iiif`, { redirect: 'manual' });
    return new URL(headers.get('location') ?? '', deposit.id).href;
  };

  /** Arranges the two pages in two ranges, as an editor would. */
  const arranged = async (uri: string): Promise<Manifest> => {
    const manifest = (await (await fetch(uri)).json()) as Manifest;
    const range = (name: string, ...items: object[]): object => ({
      id: name,
      type: 'Range',
      label: { en: [name] },
      items,
    });
    const pages = Object.keys(COLOURS).map((name, index) =>
      range(`letter ${index + 1}`, { id: idOf(manifest, name), type: 'Canvas' }),
    );
    const body = JSON.stringify({ ...manifest, structures: [range('all letters', ...pages)] });
    expect((await fetch(uri, { method: 'POST', body })).status).to.equal(204);
    return manifest;
  };
  const idOf = ({ items }: Manifest, name: string): string =>
    items.find(({ label }) => label.none[0] === `objects/${name}`)?.id ?? '';

  /** Serves pages with the viewer; `/<name>` shows the canvas of a file. */
  const served = async (uri: string, manifest: Manifest): Promise<(name: string) => string> => {
    const library = readFileSync(join(TOOLS, 'mirador.js'));
    server = createServer(({ url = '/' }, response) => {
      if (url === '/mirador.js') {
        response.end(library);
        return;
      }
      const canvasId = idOf(manifest, decodeURIComponent(url.slice(1)));
      const settings = {
        id: 'viewer',
        windows: [{ manifestId: uri, canvasId }],
        window: { sideBarOpen: true, defaultSideBarPanel: 'canvas', allowClose: false },
        workspaceControlPanel: { enabled: false },
      };
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><body><div id="viewer" style="position:absolute;inset:0"></div><script src="/mirador.js"></script><script>Mirador.viewer(${JSON.stringify(settings)})</script>`,
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`;
  };

  /** Waits until the middle of the canvas has the colour of a page. */
  const painted = async (page: Page, name: string): Promise<void> => {
    const wanted = COLOURS[name] ?? [0, 0, 0];
    for (;;) {
      const region = { left: 740, top: 350, width: 4, height: 4 };
      const pixels = await sharp(await page.screenshot())
        .removeAlpha()
        .extract(region)
        .raw()
        .toBuffer();
      if (wanted.every((value, channel) => Math.abs((pixels[channel] ?? 0) - value) < 12)) return;
    }
  };
  const played = async (page: Page, element: 'audio' | 'video'): Promise<void> => {
    await page.waitForSelector(element);
    await page.evaluate(`document.querySelector('${element}').play()`);
    await page.waitForFunction(`document.querySelector('${element}').currentTime > 0.2`);
  };

  it('paints its images, follows its ranges, and plays its film and its sound', async () => {
    const page = await launched();
    const uri = await opened(Buffer.from(await page.evaluate<string>(RECORD), 'base64'));
    const at = await served(uri, await arranged(uri));
    await page.goto(at('page #1 é.tif'));
    await painted(page, 'page #1 é.tif');
    await page.click('text=Item: letter 2');
    await page.waitForSelector('text=objects/page-2.jpg');
    await painted(page, 'page-2.jpg');
    await page.goto(at('sound.wav'));
    await played(page, 'audio');
    await page.goto(at('film.webm'));
    await played(page, 'video');
  });
});
