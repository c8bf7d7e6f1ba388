import { expect } from 'chai';
import { factsInDeposit, factsInMets } from '../../../commands/workspace/file-facts.js';
import { mismatchesOf } from '../../../commands/workspace/mismatches.js';
import { boundedTags } from '../../../formats/metadata/bounded-tags.js';
import type {
  ExifMetadata,
  ExifTag,
  FileFormatMetadata,
  MetadataEntry,
  VirusScanMetadata,
} from '../../../formats/metadata/entries.js';
import type { DescribedFile } from '../../../formats/mets/model/described-mets.js';
import { digestEntry, exifOf, formatOf, scanOf } from '../../formats/metadata/entries.js';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const uploaded = new Date('2026-05-04T12:00:00Z');

const jpeg = { pronomKey: 'fmt/43', formatName: 'JPEG', contentType: 'image/jpeg' };
const format = (changes: Partial<FileFormatMetadata> = {}): FileFormatMetadata =>
  formatOf({ ...jpeg, timestamp: uploaded, digest: A, size: 3, ...changes });
const scan = (changes: Partial<VirusScanMetadata> = {}): VirusScanMetadata =>
  scanOf({ timestamp: uploaded, virusDefinition: 'ClamAV 1.4.3/27886\n', ...changes });
const exif = (...tags: readonly (readonly [string, string])[]): ExifMetadata => ({
  ...exifOf({}, uploaded),
  tags: tags.map(([tagName, tagValue]): ExifTag => ({ tagName, tagValue })),
});
const bagged = (digest: string, timestamp: Date): MetadataEntry => digestEntry({ digest, timestamp });

const inMets = (metadata: readonly MetadataEntry[], changes: Partial<DescribedFile> = {}): DescribedFile => ({
  localPath: 'objects/a',
  name: 'a',
  divId: null,
  admId: null,
  fileId: 'f',
  originalName: null,
  storageLocation: null,
  digest: A,
  otherDigest: null,
  size: 3,
  contentType: 'image/jpeg',
  format: null,
  orientation: null,
  rotation: null,
  extents: { width: null, height: null, duration: null },
  own: { accessRestrictions: [], rightsStatement: null, recordIdentifiers: [], rightsStatementSuppressed: false },
  effective: { accessRestrictions: [], rightsStatement: null, recordIdentifiers: [] },
  metadata,
  links: [],
  ...changes,
});

const stored = { sha256: A as string | null, size: 3, contentType: 'image/jpeg' as string | null, modified: uploaded };
/** Each as `type field: in the deposit | in the METS`. */
const found = (
  said: readonly MetadataEntry[],
  mets: readonly MetadataEntry[],
  { file = stored, described = {} }: { file?: typeof stored; described?: Partial<DescribedFile> } = {},
): string[] =>
  mismatchesOf(factsInDeposit('objects/a', file, said), factsInMets(inMets(mets, described))).map(
    ({ metadataType, field, valueInDeposit, valueInMets }) =>
      `${metadataType} ${field}: ${String(valueInDeposit)} | ${String(valueInMets)}`,
  );

describe('mismatches of a file', () => {
  it('are none where workspace and METS say the same, in whatever words mean the same', () => {
    const said = [format({ digest: A.toUpperCase() }), scan(), exif(['Make', 'Canon'], ['Note', 'a\r\nb'])];
    const mets = [
      format(),
      scan({ virusDefinition: ' ClamAV 1.4.3/27886' }),
      exif(['make', 'CANON'], ['Note', 'a\nb']),
    ];
    expect(found(said, mets)).to.deep.equal([]);
    expect(found([], [])).to.deep.equal([]);
  });

  it('are each field of a format that differs', () => {
    const other = format({ pronomKey: 'fmt/44', formatName: 'JPEG 1.02', contentType: 'image/png', digest: B });
    expect(found([format()], [other], { described: { contentType: 'image/png' } })).to.deep.equal([
      'FileFormatMetadata FormatName: JPEG | JPEG 1.02',
      'FileFormatMetadata PronomKey: fmt/43 | fmt/44',
      'FileFormatMetadata ContentType: image/jpeg | image/png',
      `FileFormatMetadata Digest: ${A} | ${B}`,
    ]);
  });

  it('need a format on both sides', () => {
    expect(found([format()], [])).to.deep.equal([]);
    expect(found([], [format({ pronomKey: 'fmt/44' })])).to.deep.equal([]);
  });

  it('name all candidates where tools or types do not agree among themselves', () => {
    const said = [format(), format({ source: 'BatchReportTool', pronomKey: 'fmt/44', contentType: 'image/tiff' })];
    expect(
      found(said, [format({ contentType: 'image/png' })], { described: { contentType: 'image/png' } }),
    ).to.deep.equal([
      'FileFormatMetadata PronomKey: fmt/43, fmt/44 | fmt/43',
      'FileFormatMetadata ContentType: image/jpeg, image/tiff | image/png',
    ]);
  });

  it('take no type for another that says nothing, or is one of the candidates', () => {
    const none = { described: { contentType: 'application/octet-stream' } };
    expect(found([format()], [format()], none)).to.deep.equal([]);
    expect(found([format()], [format()], { described: { contentType: null } })).to.deep.equal([]);
    const either = [format({ contentType: 'image/tiff' })];
    expect(found(either, [format()])).to.deep.equal([]);
  });

  it('are digests of the store and of a bag that the METS does not have, but for stale ones', () => {
    expect(found([], [], { file: { ...stored, sha256: B } })).to.deep.equal([`DigestMetadata Digest: ${B} | ${A}`]);
    expect(found([], [], { file: { ...stored, sha256: null } })).to.deep.equal([]);
    const later = new Date(uploaded.getTime() + 1);
    expect(found([bagged(B, later)], [])).to.deep.equal([`DigestMetadata Digest: ${A}, ${B} | ${A}`]);
    expect(found([bagged(B, new Date(uploaded.getTime() - 1))], [])).to.deep.equal([]);
  });

  it('are outcomes of a virus scan, and one that is recorded on one side only', () => {
    const hit = scan({ hasVirus: true, virusFound: ' Eicar FOUND', virusDefinition: 'other' });
    expect(found([hit], [scan()])).to.deep.equal([
      'VirusScanMetadata HasVirus: true | false',
      'VirusScanMetadata VirusFound: Eicar FOUND | ',
      'VirusScanMetadata VirusDefinition: other | ClamAV 1.4.3/27886',
    ]);
    expect(found([scan()], [])).to.deep.equal(['VirusScanMetadata (Missing section): (virus check) | null']);
    expect(found([], [scan()])).to.deep.equal(['VirusScanMetadata (Missing section): null | (virus check)']);
  });

  it('are tags that are on one side, each as often as it is', () => {
    expect(found([exif(['Make', 'Canon'])], [])).to.deep.equal([
      'ExifMetadata (Missing section): (exif metadata) | null',
    ]);
    expect(found([], [exif(['Make', 'Canon'])])).to.deep.equal([]);
    const said = exif(['Size', '1'], ['Size', '2'], ['Size', '2'], ['Make', 'Canon'], ['Only', 'here']);
    const mets = exif(['Size', '2'], ['Make', 'Nikon'], ['RawOutput', 'all of it'], ['There', 'only']);
    expect(found([said], [mets])).to.deep.equal([
      'ExifMetadata Size: 1 | field does not exist in METS',
      'ExifMetadata Size: 2 | field does not exist in METS',
      'ExifMetadata Make: Canon | Nikon',
      'ExifMetadata Only: here | field does not exist in METS',
      'ExifMetadata There: field does not exist in deposit | only',
    ]);
  });

  it('are none where a METS has a tag as XML can write it, or not at all', () => {
    expect(
      found(
        [exif(['Note', 'a\x00b'], ['35mm', 'x'], ['Make', 'Canon'])],
        [exif(['Note', 'a\ufffdb'], ['Make', 'Canon'])],
      ),
    ).to.deep.equal([]);
  });

  it('are none where the deposit has the tags that are recorded, and the METS all of very many', () => {
    const all = Array.from({ length: 2_000 }, (_, each) => [`Tag${each}`, 'x'] as [string, string]);
    expect(found([{ ...exif(), tags: boundedTags(exif(...all).tags) }], [exif(...all)])).to.deep.equal([]);
    expect(found([exif(...all)], [{ ...exif(), tags: boundedTags(exif(...all).tags) }])).to.deep.equal([]);
  });
});
