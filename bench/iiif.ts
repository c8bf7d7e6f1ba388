import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { preservationClient, idIn } from '../clients/api/preservation-client.js';
import { placeOf } from '../clients/command-line/deposit/deposit-trees.js';
import { forEachConcurrently } from '../flow/concurrently.js';
import { defaultAgents } from '../formats/mets/agents.js';
import { createMets } from '../formats/mets/create-mets.js';
import { editMets, type MetsEdit } from '../formats/mets/edit-mets.js';
import type { ByteStore } from '../formats/bytes.js';
import { startPlatform, type Platform } from '../infra/compose/platform.js';
import { ownConfig } from '../test/support/own-config.js';
import { valueOf } from '../test/support/value-of.js';
import type { Figure } from './figure.js';
import { inFolder } from './in-folder.js';
import { median, percentile, secondsOf } from './measure.js';
import { watchStalls } from './stall-watch.js';

const SIZES = [100, 5_000, 50_000] as const;
const ROUNDS = 5;
const IMAGES = 24;
const VIEWERS = 8;
const [WIDTH, HEIGHT] = [4_000, 3_000];
const FULL = { width: 1_200, height: 900 };

const pathOf = (index: number): string => `objects/${Math.floor(index / 1_000)}/page-${index}.jpg`;

/** A METS with so many measured images, and a range for each hundred of them. */
const metsOf = (files: number): Uint8Array => {
  const blank = createMets({ title: 'Letters', agent: defaultAgents.own, now: new Date() });
  const extents = { width: WIDTH, height: HEIGHT, duration: null, bitrate: null };
  const puts = Array.from({ length: files }, (_, index): MetsEdit => {
    const values = { path: pathOf(index), contentType: 'image/jpeg', digest: 'a'.repeat(64), size: 9, extents };
    return { kind: 'put-file', values };
  });
  const whole = { region: null, beginTime: null, endTime: null };
  const ranges = Array.from({ length: Math.ceil(files / 100) }, (_, range) => ({
    ...{ id: `LOG_${range}`, type: 'Item', name: `Chapter ${range}`, ranges: [] },
    files: Array.from({ length: Math.min(100, files - range * 100) }, (_each, at) => ({
      ...{ localPath: pathOf(range * 100 + at), ...whole },
    })),
  }));
  const root = { id: 'LOG_ALL', type: 'Collection', name: 'All', files: [], ranges };
  const edits: readonly MetsEdit[] = [...puts, { kind: 'replace-structures', roots: [root] }];
  const edited = valueOf(editMets(blank, { agents: defaultAgents, now: new Date(), ours: true, edits }));
  if (edited.bytes === null) throw new Error('no METS was made');
  return Buffer.concat(edited.bytes);
};

interface Viewed {
  readonly manifest: string;
  readonly media: string;
}

interface Running {
  readonly platform: Platform;
  readonly bytes: ByteStore;
}

/** A deposit with this METS, and what else is put into it. */
const viewed = async ({ platform, bytes }: Running, mets: Uint8Array, images: readonly Buffer[]): Promise<Viewed> => {
  const base = platform.ready.preservation;
  const deposit = await preservationClient(base).createDeposit({ template: 'None' });
  const { bucket, prefix } = placeOf(deposit);
  await bytes.put({ bucket, key: `${prefix}mets.xml` }, mets, { contentType: 'application/xml' });
  for (const [index, image] of images.entries())
    await bytes.put({ bucket, key: prefix + pathOf(index) }, image, { contentType: 'image/jpeg' });
  const { headers } = await fetch(`${deposit.id}/iiif`, { redirect: 'manual' });
  const location = headers.get('location') ?? '';
  const token = location.slice(location.lastIndexOf('/') + 1);
  return { manifest: base + location, media: `${base}/media/${token}/deposit/${idIn(deposit.id)}` };
};

const drained = async (uri: string): Promise<void> => {
  const answer = await fetch(uri);
  if (answer.status !== 200) throw new Error(`${uri} was answered with ${answer.status}: ${await answer.text()}`);
  await answer.body?.pipeTo(new WritableStream()); // not kept, as the turns of the client count, too
};

const manifestFigures = async (running: Running, files: number): Promise<Figure[]> => {
  const { manifest } = await viewed(running, metsOf(files), []);
  await drained(manifest); // a thread may have to begin
  const seconds: number[] = [];
  const longest = watchStalls();
  for (let round = 0; round < ROUNDS; round++) seconds.push(await secondsOf(() => drained(manifest)));
  const name = `manifest of ${files.toLocaleString('en')} canvases`;
  return [
    {
      name: `${name}, median`,
      value: median(seconds) * 1_000,
      unit: 'ms',
      ...(files === 5_000 ? { atMost: 500 } : {}),
    },
    { name: `${name}: longest turn`, value: longest() * 1_000, unit: 'ms', atMost: 100 },
  ];
};

/** Photographs of twelve megapixels with some detail, each another one. */
const photographs = (): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: IMAGES }, (_, index) =>
      sharp({
        create: {
          width: WIDTH,
          height: HEIGHT,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 20 + index },
        },
      })
        .blur(2)
        .jpeg({ quality: 85 })
        .toBuffer(),
    ),
  );

/** Bare sharp behind an HTTP server, with the same settings, and no cache. */
const bareServer = async (images: readonly Buffer[]): Promise<{ readonly uri: string; close(): void }> => {
  const server = createServer((request, response) => {
    const image = images[Number(request.url?.slice(1))];
    void sharp(image)
      .autoOrient()
      .resize(FULL)
      .jpeg({ quality: 85 })
      .toBuffer()
      .then((jpeg) => response.end(jpeg));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

/** The seconds of each request of all viewers; the second is what all of them took together. */
const viewing = async (uris: readonly string[]): Promise<{ readonly each: number[]; readonly all: number }> => {
  const each: number[] = [];
  const all = await secondsOf(() =>
    forEachConcurrently(uris, { width: VIEWERS }, async (uri) => {
      each.push(await secondsOf(() => drained(uri)));
    }),
  );
  return { each, all };
};

const imageFigures = async (running: Running): Promise<Figure[]> => {
  const images = await photographs();
  const { media } = await viewed(running, metsOf(IMAGES), images);
  const ours = images.map(
    (_, index) => `${media}/imagesvc/${pathOf(index)}/full/${FULL.width},${FULL.height}/0/default.jpg`,
  );
  const bare = await bareServer(images);
  const theirs = images.map((_, index) => `${bare.uri}/${index}`);
  await drained(`${media}/imagesvc/${pathOf(0)}/full/100,75/0/default.jpg`); // loads sharp
  const before = await viewing(theirs);
  const first = await viewing(ours);
  const after = await viewing(theirs);
  bare.close();
  const sharpSeconds = (before.all + after.all) / 2;
  const cached = await viewing([...ours, ...ours, ...ours, ...ours]);
  const alone: number[] = [];
  for (const uri of ours) alone.push(await secondsOf(() => drained(uri)));
  const name = `${IMAGES} images of 12 megapixels, ${VIEWERS} viewers`;
  return [
    { name: `${name}: bare sharp`, value: sharpSeconds * 1_000, unit: 'ms' },
    {
      name: `${name}: for the first time`,
      ...{ value: first.all * 1_000, unit: 'ms' },
      ratio: { to: 'bare sharp', value: first.all / sharpSeconds, atMost: 1.3 },
    },
    { name: `${name}: for the first time, p95`, value: percentile(first.each, 0.95) * 1_000, unit: 'ms' },
    { name: `${name}: again, median`, value: median(cached.each) * 1_000, unit: 'ms' },
    { name: `${name}: again, p95`, value: percentile(cached.each, 0.95) * 1_000, unit: 'ms' },
    { name: 'one of these images again, median', value: median(alone) * 1_000, unit: 'ms', atMost: 5 },
  ];
};

/** Manifests of many canvases, and images for several viewers beside bare sharp on the same files. */
export const iiifBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const found: ByteStore[] = [];
    const config = ownConfig(folder, { MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS: 'true' });
    const platform = await startPlatform(config, {
      ports: (ports) => {
        found.push(ports.bytes);
        return ports;
      },
    });
    const [bytes] = found;
    if (bytes === undefined) throw new Error('the platform has no objects');
    try {
      const figures: Figure[] = [];
      for (const size of SIZES) figures.push(...(await manifestFigures({ platform, bytes }, size)));
      return [...figures, ...(await imageFigures({ platform, bytes }))];
    } finally {
      await platform.stop();
    }
  });
