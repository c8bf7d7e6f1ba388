import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { describeMets } from '../../../formats/mets/describe-mets.js';
import type { FileValues } from '../../../formats/mets/model/entry-values.js';
import type { MetsEditor } from '../../../formats/mets/editing/mets-editor.js';
import { depositManifest } from '../../../formats/iiif/deposit-manifest.js';
import { groupManifest } from '../../../formats/iiif/group-manifest.js';
import { manifestOf } from '../../../formats/iiif/manifest.js';
import { jsonText } from '../../../gateways/http/answer/json-text.js';
import { sharedData } from '../../support/shared-data.js';
import { fresh, now } from '../mets/editing/editing.js';

const TRANSCRIPT = 'http://iiif.io/api/presentation/3#transcript';
const at = { base: 'https://desk.example.org', depositId: 'd1', token: 'a'.repeat(32) };
const GROUP = {
  id: 'https://desk.example.org/iiif/letters/1911',
  content: 'https://store.example.org/content/letters/1911/',
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

describe('the manifest of a METS (preservation 4.9, companion 15.2, 15.5)', () => {
  it('has a canvas for each file below objects with a media type that no other file links to, in the order of the METS', () => {
    expect(ofDeposit().items.map(({ label }) => label)).to.deep.equal(
      ['film.mp4', 'letter.pdf', 'page #1.tif', 'silent.wav', 'sound.wav', 'unmeasured.jpg'].map((name) => ({
        none: [`objects/${name}`],
      })),
    );
  });
  it('paints an image of a deposit from the image service, confined to 1200 pixels', () => {
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
      service: [{ id: service, type: 'ImageService3', profile: 'level0' }],
    });
    expect(canvas['thumbnail']).to.deep.equal([
      {
        id: `${service}/full/100,75/0/default.jpg`,
        type: 'Image',
        format: 'image/jpeg',
        width: 100,
        height: 75,
        service: [{ id: service, type: 'ImageService3', profile: 'level0' }],
      },
    ]);
  });
  it('paints video and audio of a deposit, with the file itself as a rendering', () => {
    const [film, sound] = ['film.mp4', 'sound.wav'].map((name) => canvasOf(ofDeposit(), `objects/${name}`));
    const media = `${at.base}/media/${at.token}/deposit/d1`;
    const id = `${media}/video/objects/film.mp4`;
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
