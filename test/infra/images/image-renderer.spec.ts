import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { deflateSync, crc32 } from 'node:zlib';
import { expect } from 'chai';
import sharp from 'sharp';
import { ImageRefused, type ImageSource } from '../../../formats/iiif/image-renderer.js';
import { openImageRenderer, type ImageLimits, type OpenImageRenderer } from '../../../infra/images/image-renderer.js';
import { heicFile } from './heic-file.js';
import { layeredTiff, type TiffLayer } from './layered-tiff.js';
import { randomNumbers } from '../../support/random/random-numbers.js';
import { atDepth } from '../../support/random/depth.js';
import { until } from '../../support/scheduling/until.js';
import { SEED } from '../../support/random/seed.js';

const NEVER = new AbortController().signal;
let folder: string;
let renderer: OpenImageRenderer;
const sourceOf = (bytes: Buffer): ImageSource => ({
  size: bytes.length,
  open: () => Promise.resolve(Readable.from([bytes])),
});

type Colour = readonly [number, number, number];
const RED: Colour = [220, 20, 30];
const BLUE: Colour = [20, 40, 210];

/** Pixels of an image with red on its left half and blue on its right one. */
const halves = (width: number, height: number, channels: 3 | 4 = 3): Buffer => {
  const pixels = Buffer.alloc(width * height * channels, 255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set(x < width / 2 ? RED : BLUE, (y * width + x) * channels);
  return pixels;
};
const [WIDTH, HEIGHT] = [64, 32];
const raw = (channels: 3 | 4 = 3) =>
  sharp(halves(WIDTH, HEIGHT, channels), { raw: { width: WIDTH, height: HEIGHT, channels } });

const shown = async (bytes: Buffer, width = WIDTH, height = HEIGHT) => {
  const jpeg = await renderer.jpeg(sourceOf(bytes), { width, height }, NEVER, '');
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Colour => {
    const start = (y * info.width + x) * info.channels;
    return [
      data[start] ?? 0,
      data[start + (info.channels > 1 ? 1 : 0)] ?? 0,
      data[start + (info.channels > 1 ? 2 : 0)] ?? 0,
    ];
  };
  return { ...info, at };
};
const expectColour = (actual: Colour, expected: Colour, tolerance = 40): void => {
  for (const [index, value] of expected.entries()) expect(actual[index], actual.join()).to.be.closeTo(value, tolerance);
};

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
};
/** A PNG that says that it is large, and holds next to nothing. */
const bomb = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

interface Encoder {
  getDecodedBuffer(info: object): Uint8Array;
  setDecompositions(levels: number): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
}
const jpeg2000 = async (
  pixels: Buffer,
  {
    width,
    height,
    bitsPerSample = 8,
    componentCount = 3,
  }: { width: number; height: number; bitsPerSample?: number; componentCount?: number },
): Promise<Buffer> => {
  const open = createRequire(import.meta.url)('@cornerstonejs/codec-openjpeg') as (
    options: object,
  ) => Promise<{ J2KEncoder: new () => Encoder }>;
  const { J2KEncoder } = await open({ print: () => undefined, printErr: () => undefined });
  const encoder = new J2KEncoder();
  encoder.getDecodedBuffer({ width, height, bitsPerSample, componentCount, isSigned: false }).set(pixels);
  encoder.setDecompositions(3);
  encoder.encode();
  return Buffer.from(encoder.getEncodedBuffer());
};

const refusalOf = (bytes: Buffer, by = renderer): Promise<unknown> =>
  by.jpeg(sourceOf(bytes), { width: 10, height: 10 }, NEVER, '').then(
    () => null,
    (error: unknown) => error,
  );

describe('the image renderer', () => {
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'muniment-images-'));
    renderer = openImageRenderer(folder, { pixels: 4_000_000, wholePixels: 200_000, seconds: 20 });
  });
  after(async () => {
    await renderer.close();
    rmSync(folder, { recursive: true });
  });

  /** Works with a renderer of other limits. */
  const within = async <T>(
    limits: Partial<ImageLimits>,
    work: (renderer: OpenImageRenderer) => Promise<T>,
  ): Promise<T> => {
    const other = openImageRenderer(folder, limits);
    return work(other).finally(() => other.close());
  };

  it('gives exactly the size that was asked for, whatever the aspect of the image', async () => {
    const bytes = await raw().resize(1_001, 333, { fit: 'fill' }).jpeg().toBuffer();
    for (const [width, height] of [
      [100, 33],
      [500, 166],
      [500, 167],
      [200, 200],
      [10, 300],
      [1_200, 400],
    ] as const)
      expect(await shown(bytes, width, height)).to.include({ width, height });
  });
  const layers: readonly TiffLayer[] = [
    { width: 201, height: 101, colour: [220, 20, 30] },
    { width: 100, height: 50, colour: [20, 40, 210] },
    { width: 50, height: 25, colour: [20, 160, 60] },
  ];
  for (const kind of ['pages', 'sub-images'] as const)
    it(`reads of a TIFF with a pyramid in its ${kind} the level that is no smaller than what is asked for`, async () => {
      const bytes = layeredTiff(layers, kind);
      for (const [width, height, level] of [
        [201, 101, 0],
        [101, 51, 0],
        [100, 50, 1],
        [60, 10, 1],
        [50, 25, 2],
        [10, 5, 2],
      ] as const)
        expectColour((await shown(bytes, width, height)).at(1, 1), layers[level]!.colour);
    });
  it('reads the first page of a TIFF whose other pages are no pyramid, as one of another aspect is none', async () => {
    const [whole, half] = layers as [TiffLayer, TiffLayer];
    for (const other of [{ ...half, height: 90 }, whole, { ...half, width: 2, height: 1 }]) {
      const { at } = await shown(layeredTiff([whole, other], 'pages'), 10, 5);
      expectColour(at(1, 1), whole.colour);
    }
    const twoPages = layeredTiff([whole, half, { ...whole, colour: [9, 9, 9] }], 'pages');
    expectColour((await shown(twoPages, 10, 5)).at(1, 1), whole.colour);
  });

  const kinds: Readonly<Record<string, () => Promise<Buffer>>> = {
    'a JPEG': () => raw().jpeg({ quality: 95 }).toBuffer(),
    'a PNG': () => raw().png().toBuffer(),
    'a PNG with a palette': () => raw().png({ palette: true }).toBuffer(),
    'a PNG of 16 bits': () => raw().toColourspace('rgb16').png().toBuffer(),
    'a WebP': () => raw().webp({ lossless: true }).toBuffer(),
    'a TIFF': () => raw().tiff({ compression: 'lzw' }).toBuffer(),
    'a TIFF of 16 bits': () => raw().toColourspace('rgb16').tiff().toBuffer(),
    'a TIFF with a pyramid': () => raw().tiff({ tile: true, pyramid: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
    'a TIFF in CIELAB': () => raw().toColourspace('lab').tiff({ compression: 'lzw' }).toBuffer(),
    'a TIFF in CMYK': () => raw().toColourspace('cmyk').tiff().toBuffer(),
    'a JPEG in CMYK': () => raw().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    'an AVIF': () => raw().avif({ lossless: true }).toBuffer(),
    'a GIF': () => raw().gif().toBuffer(),
    'JPEG 2000': () => jpeg2000(halves(WIDTH, HEIGHT), { width: WIDTH, height: HEIGHT }),
    'a HEIC': () => Promise.resolve(heicFile()),
    'a HEIC of as many tiles as a camera makes': () => Promise.resolve(heicFile({ grid: [1, 48] })),
  };
  for (const [kind, make] of Object.entries(kinds))
    it(`shows ${kind} in its colours`, async () => {
      const { at, width, height } = await shown(await make());
      expect([width, height]).to.deep.equal([WIDTH, HEIGHT]);
      const tolerance = kind.includes('CMYK') ? 80 : 40; /* this blue cannot be printed */
      expectColour(at(8, 16), RED, tolerance);
      expectColour(at(56, 16), BLUE, tolerance);
    });

  it('shows an image of one bit', async () => {
    const pixels = Buffer.from(Uint8Array.from({ length: 32 * 32 }, (_, at) => (at % 32 < 16 ? 0 : 255)));
    const bytes = await sharp(pixels, { raw: { width: 32, height: 32, channels: 1 } })
      .toColourspace('b-w')
      .tiff({ bitdepth: 1, compression: 'none' })
      .toBuffer();
    const { at } = await shown(bytes, 32, 32);
    expectColour(at(4, 4), [0, 0, 0]);
    expectColour(at(28, 4), [255, 255, 255]);
  });
  it('shows the first frame of an animation, and the first page of a TIFF', async () => {
    const frames = Buffer.concat([halves(16, 16), Buffer.alloc(16 * 16 * 3, 128)]);
    const animation = sharp(frames, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } });
    for (const bytes of [
      await animation.clone().gif().toBuffer(),
      await animation.clone().webp({ lossless: true }).toBuffer(),
    ]) {
      const { at, width, height } = await shown(bytes, 16, 16);
      expect([width, height]).to.deep.equal([16, 16]);
      expectColour(at(2, 8), RED);
    }
  });
  it('turns an image by its orientation', async () => {
    const bytes = await raw()
      .withExif({ IFD0: { Orientation: '6' } })
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { at, width, height } = await shown(bytes, HEIGHT, WIDTH);
    expect([width, height]).to.deep.equal([HEIGHT, WIDTH]);
    expectColour(at(16, 8), RED);
    expectColour(at(16, 56), BLUE);
  });
  it('shows what is transparent on white', async () => {
    const pixels = halves(WIDTH, HEIGHT, 4);
    for (let at = 3; at < pixels.length; at += 4) pixels[at] = 0;
    const bytes = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
      .png()
      .toBuffer();
    expectColour((await shown(bytes)).at(8, 8), [255, 255, 255]);
  });
  it('shows a HEIC as its container turns it', async () => {
    const { at } = await shown(heicFile({ grid: [2, 1], quarters: 3 }), 64, 128);
    expectColour(at(32, 16), RED);
    expectColour(at(32, 48), BLUE);
    expectColour(at(32, 80), RED);
  });
  it('shows on white what is transparent in a HEIC', async () =>
    expectColour((await shown(heicFile({ isClear: true }))).at(8, 8), [255, 255, 255]));
  it('shows a HEIC in the colours of its profile', async () => {
    const inP3 = await raw().withIccProfile('p3').png().toBuffer();
    const { icc: profile } = await sharp(inP3).metadata();
    const { at } = await shown(heicFile({ profile: profile! }));
    expectColour(at(8, 16), [240, 0, 0], 8); // RED in Display P3
  });
  it('shows JPEG 2000 in grey, of 12 bits, and at a lower resolution', async () => {
    const grey = Buffer.from(Uint8Array.from({ length: 64 * 64 }, (_, at) => (at % 64 < 32 ? 10 : 200)));
    const small = await shown(await jpeg2000(grey, { width: 64, height: 64, componentCount: 1 }), 16, 16);
    expect([small.width, small.height]).to.deep.equal([16, 16]);
    expectColour(small.at(2, 8), [10, 10, 10]);
    expectColour(small.at(13, 8), [200, 200, 200]);
    const deep = Buffer.alloc(64 * 64 * 2);
    for (let at = 0; at < 64 * 64; at++) deep.writeUInt16LE(at % 64 < 32 ? 160 : 3_200, at * 2);
    const info = { width: 64, height: 64, bitsPerSample: 12, componentCount: 1 };
    const { at } = await shown(await jpeg2000(deep, info), 64, 64);
    expectColour(at(8, 8), [10, 10, 10]);
    expectColour(at(56, 8), [199, 199, 199]);
  });

  const hostile: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
    'a PNG that says it has 60000 by 60000 pixels': () => bomb(60_000, 60_000),
    'JPEG 2000 that says it has 60000 by 60000 pixels': async () => {
      const bytes = await jpeg2000(halves(64, 64), { width: 64, height: 64 });
      bytes.writeUInt32BE(60_000, 8);
      bytes.writeUInt32BE(60_000, 12);
      return bytes;
    },
    'a HEIC that says it has 60000 by 60000 pixels': () => heicFile({ width: 60_000, height: 60_000 }),
    'a HEIC whose picture has more pixels than it says': () => heicFile({ width: 2, height: 2 }),
    'a drawing (SVG)': () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
      ),
    'a document (PDF)': () => Buffer.from('%PDF-1.4\n%%EOF\n'),
    'an empty file': () => Buffer.alloc(0),
    'random bytes': () => randomBytes(10_000),
  };
  for (const [what, make] of Object.entries(hostile))
    it(`refuses ${what}`, async () => expect(await refusalOf(await make())).to.be.instanceOf(ImageRefused));

  const whole: Readonly<Record<string, () => Promise<Buffer>>> = {
    'a progressive JPEG': () => raw().resize(500, 500, { fit: 'fill' }).jpeg({ progressive: true }).toBuffer(),
    'an interlaced PNG': () => raw().resize(500, 500, { fit: 'fill' }).png({ progressive: true }).toBuffer(),
    'a WebP': () => raw().resize(500, 500, { fit: 'fill' }).webp().toBuffer(),
    'a HEIC': () => Promise.resolve(heicFile({ width: 500, height: 500 })),
  };
  for (const [what, make] of Object.entries(whole))
    it(`refuses ${what} by its header, where it has more pixels than may be in memory at once`, async () => {
      const refusal = await refusalOf(await make());
      expect(refusal).to.be.instanceOf(ImageRefused);
      expect(String(refusal)).to.match(/has more than 200000 pixels, and .* is in memory whole/);
    });
  it('shows an image of as many pixels whose rows come one after the other', async () => {
    const bytes = await raw().resize(500, 500, { fit: 'fill' }).jpeg().toBuffer();
    expect(await shown(bytes, 10, 10)).to.include({ width: 10, height: 10 });
  });

  it('ends the process of an image that takes too long or too much memory, and shows the next', async () => {
    const bytes = await raw().png().toBuffer();
    expect(String(await within({ seconds: 0.02 }, (it) => refusalOf(bytes, it)))).to.contain('takes too long');
    if (process.platform === 'linux')
      expect(String(await within({ memoryBytes: 1 }, (it) => refusalOf(bytes, it)))).to.contain('too much memory');
    expect(await shown(bytes)).to.include({ width: WIDTH, height: HEIGHT });
    expect(readdirSync(folder)).to.deep.equal([]);
  });
  it('drops an image for which nobody waits, and leaves no file', async () => {
    await within({ concurrent: 1 }, async (it) => {
      const bytes = await raw().png().toBuffer();
      const gone = new AbortController();
      const endless = new PassThrough();
      endless.write(bytes);
      const image = { size: 1, open: () => Promise.resolve(endless) };
      const dropped = it.jpeg(image, { width: 10, height: 10 }, gone.signal, '').catch((error: unknown) => error);
      const next = it.jpeg(sourceOf(bytes), { width: 10, height: 10 }, NEVER, '');
      await until('the source is copied there', () => readdirSync(folder).length === 1);
      gone.abort(new Error('gone'));
      expect(await dropped).to.be.instanceOf(Error);
      expect(await next).to.be.instanceOf(Buffer);
      expect(readdirSync(folder)).to.deep.equal([]);
    });
  });
  it('makes the image of one caller while another waits for its own sources', async () => {
    const bytes = await raw().png().toBuffer();
    const other = openImageRenderer(folder);
    const source = { size: 1, open: () => Promise.resolve(new PassThrough()) };
    const size = { width: 10, height: 10 };
    const held = [1, 2, 3].map(() => other.jpeg(source, size, NEVER, 'a').catch((error: unknown) => error));
    expect(await other.jpeg(sourceOf(bytes), size, NEVER, 'b')).to.be.instanceOf(Buffer);
    await other.close();
    for (const outcome of await Promise.all(held)) expect(outcome).to.be.instanceOf(Error);
  });
  it('drops everything when it is closed', async () => {
    const bytes = await raw().png().toBuffer();
    const other = openImageRenderer(folder);
    const dropped = refusalOf(bytes, other);
    await other.close();
    expect(await dropped).to.be.instanceOf(Error);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('either shows or refuses damaged images, and leaves no file', async () => {
    const random = randomNumbers(SEED);
    const originals = await Promise.all(
      ['a JPEG', 'a PNG', 'a TIFF', 'a WebP', 'a GIF', 'JPEG 2000', 'a HEIC'].map((kind) => kinds[kind]!()),
    );
    for (let round = 0; round < atDepth(300); round++) {
      const bytes = Buffer.from(originals[round % originals.length]!);
      for (let flips = 0; flips < 1 + random() * 8; flips++)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const cut = random() < 0.3 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
      const result = await renderer
        .jpeg(sourceOf(cut), { width: 10, height: 10 }, NEVER, '')
        .catch((error: unknown) => error);
      if (result instanceof Buffer) expect((await sharp(result).metadata()).format).to.equal('jpeg');
      else expect(result).to.be.instanceOf(ImageRefused);
    }
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('has a grey placeholder of any size', async () => {
    const { data, info } = await sharp(await renderer.placeholder({ width: 100, height: 80 }, NEVER, ''))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, ...data.subarray(0, 3)]).to.deep.equal([100, 80, 0x88, 0x88, 0x88]);
  });
});
