import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import type { FileValues } from '../../../formats/mets/model/entry-values.js';
import type { MetsEditor } from '../../../formats/mets/editing/mets-editor.js';
import { depositManifest } from '../../../formats/iiif/deposit-manifest.js';
import { groupManifest } from '../../../formats/iiif/group-manifest.js';
import { manifestOf } from '../../../formats/iiif/manifest.js';
import { jsonText } from '../../../gateways/http/answer/json-text.js';
import { sharedData } from '../../support/shared-data.js';
import { fresh, now } from '../mets/editing/editing.js';
import { describeMets } from '../../support/mets-in-bytes.js';

const TRANSCRIPT = 'http://iiif.io/api/presentation/3#transcript';
const at = { base: 'https://desk.example.org', depositId: 'd1', token: 'a'.repeat(32) };
const GROUP = {
  id: 'https://desk.example.org/iiif/letters/1911',
  content: 'https://store.example.org/content/letters/1911/',
  version: null,
};

const extent = (width: number | null, height: number | null, duration: string | null) => ({
  ...{ width, height, duration },
  bitrate: null,
});

const book = (): MetsEditor => {
  const editor = fresh();
  const files: FileValues[] = [
    { path: 'objects/page #1.tif', contentType: 'image/tiff', extents: extent(4_000, 3_000, null) },
    { path: 'objects/unmeasured.jpg', contentType: 'image/jpeg' },
    { path: 'objects/film.mp4', contentType: 'video/mp4', extents: extent(640, 480, '61.5') },
    { path: 'objects/sound.wav', contentType: 'audio/wav', extents: extent(null, null, '3') },
    { path: 'objects/silent.wav', contentType: 'audio/wav', extents: extent(0, 0, '0') },
    { path: 'objects/text.txt', contentType: 'text/plain' },
    { path: 'objects/letter.pdf', contentType: 'application/pdf' },
    { path: 'objects/unknown' },
    { path: 'metadata/notes.txt', contentType: 'text/plain' },
  ];
  for (const file of files) editor.addFile(file);
  editor.setLinks('objects/page #1.tif', [{ to: 'objects/text.txt', role: TRANSCRIPT }]);
  editor.setLogicalStructure({
    id: 'LOG_1',
    type: 'Collection',
    name: 'All',
    own: {
      accessRestrictions: ['Open'],
      rightsStatement: 'http://rightsstatements.org/vocab/InC/1.0/',
      recordIdentifiers: [{ source: 'EMu', value: '1' }],
    },
    ranges: [
      {
        id: 'LOG_2',
        type: 'Item',
        name: null,
        ranges: [],
        files: [
          { localPath: 'objects/film.mp4', region: null, beginTime: 0, endTime: 9 },
          { localPath: 'objects/text.txt', region: null, beginTime: null, endTime: null },
        ],
      },
    ],
    files: [{ localPath: 'objects/page #1.tif', region: null, beginTime: null, endTime: null }],
  });
  return editor;
};

interface Json {
  readonly id: string;
  readonly items: readonly Json[];
  readonly body: Json;
  readonly [other: string]: unknown;
}

const written = (value: object): Json => JSON.parse([...jsonText(value)].join('')) as Json;
const ofDeposit = (): Json =>
  written(manifestOf(describeMets(book().toBytes(now)), depositManifest(at, 'Letters', [])));
const ofGroup = (): Json => written(manifestOf(describeMets(book().toBytes(now)), groupManifest(GROUP, 'Letters')));

const labelled = (label: string, value: string): object => ({ label: { en: [label] }, value: { none: [value] } });
const bodyOf = (canvas: Json | undefined): Json => canvas!.items[0]!.items[0]!.body;
const canvasOf = (manifest: Json, path: string): Json =>
  manifest.items.find(({ label }) => JSON.stringify(label) === JSON.stringify({ none: [path] }))!;

/** The canvas of a file of 4000 by 3000 pixels with these tags, in the manifest of a deposit and of a group. */
const manifestsWith = (contentType: string, tags: Readonly<Record<string, string>>): readonly [Json, Json] => {
  const editor = fresh();
  const exif = Object.entries(tags).map(([tagName, tagValue]) => ({ tagName, tagValue }));
  editor.addFile({ path: 'objects/a', contentType, exif, extents: extent(4_000, 3_000, '1') });
  const mets = describeMets(editor.toBytes(now));
  return [depositManifest(at, 'Letters', []), groupManifest(GROUP, 'Letters')].map((of) =>
    canvasOf(written(manifestOf(mets, of)), 'objects/a'),
  ) as [Json, Json];
};

describe('the manifest of a METS (preservation 4.9, companion 15.2, 15.5)', () => {
  it('has a canvas for each file below objects with a media type that no other file links to, in the order of the METS', () => {
    expect(ofDeposit().items.map(({ label }) => label)).to.deep.equal(
      ['film.mp4', 'letter.pdf', 'page #1.tif', 'silent.wav', 'sound.wav', 'unmeasured.jpg'].map((name) => ({
        none: [`objects/${name}`],
      })),
    );
  });
  it('paints an image of a deposit, with its service, and its thumbnail, without, at sizes of that', () => {
    const canvas = canvasOf(ofDeposit(), 'objects/page #1.tif');
    const service = `${at.base}/media/${at.token}/deposit/d1/imagesvc/objects/page%20%231.tif`;
    expect(canvas).to.include({
      id: `${at.base}/deposits/d1/iiif/canvases/objects/page%20%231.tif`,
      type: 'Canvas',
      width: 4_000,
      height: 3_000,
    });
    expect(bodyOf(canvas)).to.deep.equal({
      id: `${service}/full/1200,900/0/default.jpg`,
      type: 'Image',
      format: 'image/jpeg',
      width: 1_200,
      height: 900,
      service: [{ id: service, type: 'Service', profile: 'level0' }],
    });
    expect(canvas['thumbnail']).to.deep.equal([
      {
        id: `${service}/full/100,75/0/default.jpg`,
        type: 'Image',
        format: 'image/jpeg',
        width: 100,
        height: 75,
      },
    ]);
  });
  it('paints video and audio of a deposit, with the file itself as a rendering', () => {
    const [film, sound] = ['film.mp4', 'sound.wav'].map((name) => canvasOf(ofDeposit(), `objects/${name}`));
    const media = `${at.base}/media/${at.token}/deposit/d1`;
    const id = `${media}/video/objects/film.mp4`;
    const thumbnail = {
      id: `${media}/placeholder/thumb.png`,
      type: 'Image',
      format: 'image/png',
      width: 100,
      height: 80,
    };
    for (const canvas of [film, sound]) expect(canvas!['thumbnail']).to.deep.equal([thumbnail]);
    expect(film).to.include({ width: 640, height: 480, duration: 61.5 });
    expect(bodyOf(film)).to.deep.equal({
      ...{ id, type: 'Video', width: 640, height: 480, duration: 61.5, format: 'video/mp4' },
    });
    expect(film!['rendering']).to.deep.equal([
      { id, type: 'Video', format: 'video/mp4', behavior: ['original'], label: { none: ['objects/film.mp4'] } },
    ]);
    expect(sound).to.include({ duration: 3 });
    expect(bodyOf(sound)).to.deep.equal({
      ...{ id: `${media}/audio/objects/sound.wav`, type: 'Sound', duration: 3, format: 'audio/wav' },
    });
  });
  for (const name of ['unmeasured.jpg', 'silent.wav', 'letter.pdf'])
    it(`has a placeholder of 1000 by 800 for ${name} in a deposit, with the file as a rendering`, () => {
      const canvas = canvasOf(ofDeposit(), `objects/${name}`);
      const media = `${at.base}/media/${at.token}/deposit/d1`;
      expect(canvas).to.deep.include({ width: 1_000, height: 800, behavior: ['placeholder'] });
      expect(canvas).to.not.have.property('duration');
      expect(bodyOf(canvas)).to.include({ id: `${media}/placeholder/canvas.png`, format: 'image/png' });
      expect((canvas['rendering'] as readonly Json[])[0]).to.include({
        id: `${media}/file/objects/${name}`,
        type: 'Text',
      });
    });
  it('has the files that a file links to as annotations that say what they provide', () => {
    const canvas = canvasOf(ofDeposit(), 'objects/page #1.tif');
    expect(canvas['annotations']).to.deep.equal([
      {
        id: `${canvas.id}/annotations`,
        type: 'AnnotationPage',
        items: [
          {
            id: `${canvas.id}/annotations/1`,
            type: 'Annotation',
            motivation: 'supplementing',
            body: {
              id: `${at.base}/media/${at.token}/deposit/d1/file/objects/text.txt`,
              type: 'Text',
              label: { en: ['Transcript'] },
              format: 'text/plain',
              provides: ['transcript'],
            },
            target: canvas.id,
          },
        ],
      },
    ]);
  });
  it('has a range for each logical structure, with its terms, child ranges first, and no file without a canvas', () => {
    const base = `${at.base}/deposits/d1/iiif`;
    expect(ofDeposit()['structures']).to.deep.equal([
      {
        id: `${base}/ranges/LOG_1`,
        type: 'Range',
        label: { en: ['Collection: All'] },
        metadata: [
          labelled('Type', 'Collection'),
          labelled('Name', 'All'),
          labelled('id', 'LOG_1'),
          labelled('access restriction', 'Open'),
          labelled('record identifier: EMu', '1'),
        ],
        rights: 'http://rightsstatements.org/vocab/InC/1.0/',
        items: [
          {
            id: `${base}/ranges/LOG_2`,
            type: 'Range',
            label: { en: ['Item: LOG_2'] },
            metadata: [labelled('Type', 'Item'), labelled('Name', ''), labelled('id', 'LOG_2')],
            items: [{ id: `${base}/canvases/objects/film.mp4#t=0,9`, type: 'Canvas' }],
          },
          { id: `${base}/canvases/objects/page%20%231.tif`, type: 'Canvas' },
        ],
      },
    ]);
  });
  it('has no structures where the METS has none', () => {
    const bytes = fresh().toBytes(now);
    expect(written(manifestOf(describeMets(bytes), depositManifest(at, 'L', [])))).not.to.have.property('structures');
  });
  it('paints every image of an archival group from its content, also one without extents', () => {
    const manifest = ofGroup();
    expect(manifest.id).to.equal(GROUP.id);
    expect(bodyOf(canvasOf(manifest, 'objects/page #1.tif'))).to.deep.equal({
      id: `${GROUP.content}objects/page%20%231.tif`,
      type: 'Image',
      format: 'image/tiff',
      width: 4_000,
      height: 3_000,
    });
    const unmeasured = canvasOf(manifest, 'objects/unmeasured.jpg');
    expect(bodyOf(unmeasured)).to.deep.equal({
      id: `${GROUP.content}objects/unmeasured.jpg`,
      type: 'Image',
      format: 'image/jpeg',
    });
    expect(unmeasured).not.to.have.any.keys('width', 'height', 'behavior');
  });
  it('names the placeholders of an archival group by bare names', () => {
    const canvas = canvasOf(ofGroup(), 'objects/letter.pdf');
    expect(bodyOf(canvas)).to.include({ id: 'placeholder/canvas.png' });
    expect((canvas['thumbnail'] as readonly Json[])[0]).to.include({ id: 'placeholder/thumb.png' });
    expect((canvas['rendering'] as readonly Json[])[0]).to.include({ id: `${GROUP.content}objects/letter.pdf` });
  });
  const turned: Readonly<Record<string, readonly [contentType: string, tags: Readonly<Record<string, string>>]>> = {
    'an image of orientation 5': ['image/jpeg', { Orientation: 'Mirror horizontal and rotate 270 CW' }],
    'an image of orientation 6': ['image/tiff', { Orientation: 'Rotate 90 CW' }],
    'an image of orientation 7': ['image/png', { Orientation: 'Mirror horizontal and rotate 90 CW' }],
    'an image of orientation 8, written as a number': ['image/webp', { Orientation: '8' }],
    'a film that its container turns': ['video/mp4', { Rotation: '90' }],
    'an AVIF that its container turns, whatever its Exif says': [
      'image/avif',
      { Orientation: 'Horizontal (normal)', Rotation: '270' },
    ],
  };
  for (const [what, [contentType, tags]] of Object.entries(turned))
    it(`has the extents of ${what} as it is shown`, () => {
      const [deposit, group] = manifestsWith(contentType, tags);
      for (const canvas of [deposit, group]) {
        expect(canvas).to.include({ width: 3_000, height: 4_000 });
        if (contentType.startsWith('video/')) expect(bodyOf(canvas)).to.include({ width: 3_000, height: 4_000 });
      }
      if (contentType.startsWith('image/')) expect(bodyOf(deposit)).to.include({ width: 900, height: 1_200 });
    });
  const upright: typeof turned = {
    'an image of orientation 1': ['image/jpeg', { Orientation: 'Horizontal (normal)' }],
    'an image of orientation 3': ['image/jpeg', { Orientation: 'Rotate 180' }],
    'a film that its container turns upside down': ['video/mp4', { Rotation: '180' }],
    'an AVIF that only its Exif turns': ['image/avif', { Orientation: 'Rotate 90 CW', Rotation: '0' }],
    'a JPEG with the rotation of a camera': ['image/jpeg', { Rotation: '90' }],
    'JPEG 2000, which is not turned here': ['image/jp2', { Orientation: 'Rotate 90 CW' }],
  };
  for (const [what, [contentType, tags]] of Object.entries(upright))
    it(`has the extents of ${what} as they are`, () => {
      for (const canvas of manifestsWith(contentType, tags)) expect(canvas).to.include({ width: 4_000, height: 3_000 });
    });
  const unreadable: typeof turned = {
    'a BMP': ['image/bmp', {}],
    'a drawing': ['image/svg+xml', {}],
    'a raw photograph': ['image/x-adobe-dng', {}],
    'a TIFF in CIELAB of 8 bits': ['image/tiff', { BitsPerSample: '8 8 8', PhotometricInterpretation: 'CIELab' }],
    'a TIFF in ICCLab': ['image/tiff', { BitsPerSample: '16 16 16', PhotometricInterpretation: 'ICCLab' }],
  };
  for (const [what, [contentType, tags]] of Object.entries(unreadable))
    it(`has a placeholder for ${what}, which nothing here can read, in a deposit, and the file itself in a group`, () => {
      const [deposit, group] = manifestsWith(contentType, tags);
      expect(deposit).to.deep.include({ width: 4_000, height: 3_000, behavior: ['placeholder'] });
      expect(bodyOf(deposit).id).to.match(/\/placeholder\/canvas\.png$/);
      expect(bodyOf(group)).to.include({ id: `${GROUP.content}objects/a`, type: 'Image' });
    });
  const readable: typeof turned = {
    'a TIFF in CIELAB of 16 bits': ['image/tiff', { BitsPerSample: '16 16 16', PhotometricInterpretation: 'CIELab' }],
    'an image whose type has a parameter, and capitals': ['Image/JPEG; q=1', {}],
    'JPEG 2000': ['image/jpx', {}],
    'a HEIC': ['image/heic', {}],
    'a HEIC that is called HEIF': ['image/heif', {}],
  };
  for (const [what, [contentType, tags]] of Object.entries(readable))
    it(`paints ${what} in a deposit`, () =>
      expect(bodyOf(manifestsWith(contentType, tags)[0]).id).to.match(/\/full\/1200,900\/0\/default\.jpg$/));
  it('is valid by the schema of the presentation API', () => {
    const schema = JSON.parse(readFileSync(sharedData('iiif', 'iiif_3_0.json'), 'utf8')) as object;
    const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
    const manifest = ofDeposit();
    // The specification wants a behavior that the presentation API does not know.
    const items = manifest.items.map((canvas) => ({ ...canvas, behavior: [] }));
    validate({ ...manifest, items });
    expect(validate.errors ?? []).to.deep.equal([]);
  });
});
