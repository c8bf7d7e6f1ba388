import { expect } from 'chai';
import fc from 'fast-check';
import { MetsFault } from '../../../../formats/mets/model/fault.js';
import { openMets, type MetsEditor } from '../../../../formats/mets/editing/mets-editor.js';
import { validateXml } from '../../../support/repository/validate-xml.js';
import { needsSharedData } from '../../../support/shared-data.js';
import { valuesOf } from '../canonical/canonical.js';
import { fresh, now } from './editing.js';
import { preservationSchemas } from '../schemas.js';
import { atDepth } from '../../../support/random/depth.js';
import { describeMets } from '../../../support/mets-in-bytes.js';

/** What the METS must say, kept as plainly as can be. */
interface Model {
  readonly folders: Set<string>;
  readonly files: Map<string, ModelFile>;
  readonly ranges: Map<string, string[]>;
}

interface ModelFile {
  digest: string;
  size: number;
  access: string[];
  /** Seconds since 1970. */
  readonly scans: Set<number>;
  links: Set<string>;
}

type Edit = (editor: MetsEditor, model: Model) => void;

const FOLDERS = ['objects/a', 'objects/a/b & c', 'metadata/é'];
const path = fc.constantFrom(
  ...['objects', ...FOLDERS].flatMap((folder) => [`${folder}/1 x.tif`, `${folder}/_x0041_`]),
);
const folder = fc.constantFrom(...FOLDERS);

const withAncestors = (of: string): string[] =>
  of.split('/').map((_, index, segments) => segments.slice(0, index + 1).join('/'));

const addFile = fc
  .record({
    path,
    size: fc.integer({ min: 1, max: 9 }),
    digest: fc.constantFrom('aa', 'bb'),
    seconds: fc.array(fc.nat(3)),
  })
  .map(({ path: at, size, digest, seconds }): Edit => (editor, { folders, files }) => {
    editor.addFile({
      path: at,
      size,
      digest,
      contentType: 'image/tiff',
      format: size % 2 === 0 ? { pronomKey: 'fmt/353', name: 'TIFF' } : null,
      virusScans: seconds.map((second) => ({
        type: 'VirusScanMetadata',
        source: 'VirusScanTool',
        timestamp: new Date(Date.UTC(2026, 0, 1) + second * 1000 + size),
        hasVirus: second === 0,
        virusFound: second === 0 ? 'Eicar <&>' : '',
        virusDefinition: 'definition',
      })),
      exif: size > 3 ? [{ tagName: 'File Type', tagValue: `${size}` }] : [],
      extents: { width: digest === 'aa' ? 1 : 2, height: null, duration: null, bitrate: null },
    });
    for (const each of withAncestors(at).slice(0, -1)) folders.add(each);
    const known = files.get(at) ?? { digest, size, access: [], scans: new Set(), links: new Set() };
    for (const second of seconds) known.scans.add(Date.UTC(2026, 0, 1) / 1000 + second);
    files.set(at, Object.assign(known, { digest, size }));
  });

const addFolder = folder.map((at): Edit => (editor, { folders }) => {
  editor.addFolder({ path: at });
  for (const each of withAncestors(at)) folders.add(each);
});

const removeFile = path.map((at): Edit => (editor, { files, ranges }) => {
  editor.removeFile(at);
  files.delete(at);
  for (const { links } of files.values()) links.delete(at);
  for (const [id, named] of ranges)
    ranges.set(
      id,
      named.filter((each) => each !== at),
    );
});

const removeFolder = folder.map((at): Edit => (editor, { folders }) => {
  editor.removeFolder(at);
  folders.delete(at);
});

const setTerms = fc
  .record({ path, access: fc.uniqueArray(fc.constantFrom('Level1', 'Level2')) })
  .map(({ path: at, access }): Edit => (editor, { files }) => {
    editor.setTerms(at, { accessRestrictions: access });
    Object.assign(files.get(at) ?? {}, { access });
  });

const setLinks = fc
  .record({ path, links: fc.uniqueArray(path, { maxLength: 3 }) })
  .map(({ path: at, links }): Edit => (editor, { files }) => {
    editor.setLinks(
      at,
      links.map((to) => ({ to, role: 'http://iiif.io/api/presentation/3#transcript' })),
    );
    Object.assign(files.get(at) ?? {}, { links: new Set(links) });
  });

const id = fc.constantFrom('LOG_1', 'LOG_2');
const setRange = fc
  .record({ id, files: fc.uniqueArray(path, { maxLength: 3 }), name: fc.option(fc.constant('A & B')) })
  .map(({ id: of, files, name }): Edit => (editor, { ranges }) => {
    const pointers = files.map((localPath) => ({ localPath, region: null, beginTime: 1.5, endTime: null }));
    const inner = { id: `${of}_in`, type: 'Item', name, ranges: [], files: pointers };
    editor.setLogicalStructure({ id: of, type: 'Collection', name, ranges: [inner], files: [] });
    ranges.set(of, files);
  });

const removeRange = id.map((of): Edit => (editor, { ranges }) => {
  editor.removeLogicalStructure(of);
  ranges.delete(of);
});

const edits = fc.array(
  fc.oneof(
    { arbitrary: addFile, weight: 4 },
    addFolder,
    removeFile,
    removeFolder,
    setTerms,
    setLinks,
    setRange,
    removeRange,
  ),
  { minLength: 10, maxLength: 60 },
);

/** Writes the METS, and gives the editor with which it is edited further. */
type Reopen = (editor: MetsEditor) => MetsEditor;
const read: Reopen = (editor) => {
  const bytes = editor.toBytes(now);
  editor.close();
  return openMets(bytes);
};
const kept: Reopen = (editor) => {
  editor.toBytes(now);
  return editor;
};

const run = (
  sequence: readonly Edit[],
  reopenEvery: number,
  reopen: Reopen = read,
): { bytes: Buffer; model: Model } => {
  const model: Model = {
    folders: new Set(['objects', 'metadata', 'metadata/ad-hoc']),
    files: new Map(),
    ranges: new Map(),
  };
  let editor = fresh();
  for (const [index, edit] of sequence.entries()) {
    try {
      edit(editor, model);
    } catch (error) {
      // What cannot be done, such as removing what is not there, must change nothing.
      if (!(error instanceof MetsFault)) throw error;
    }
    if (index % reopenEvery === 0) editor = reopen(editor);
  }
  const bytes = editor.toBytes(now);
  editor.close();
  return { bytes, model };
};

const plain = ({ folders, files, ranges }: Model): unknown => ({
  folders: [...folders].sort(),
  files: [...files]
    .map(([at, { scans, links, ...file }]) => [at, { ...file, scans: [...scans].sort(), links: [...links].sort() }])
    .sort(),
  ranges: [...ranges].map(([of, named]) => [of, named]),
});

const modelIn = (bytes: Uint8Array): unknown => {
  const mets = describeMets(bytes);
  return plain({
    folders: new Set([...mets.directoriesByPath.keys()].filter((at) => at !== '')),
    files: new Map(
      mets.files.map(({ localPath, digest, size, own, metadata, links }): [string, ModelFile] => [
        localPath,
        {
          digest: digest ?? '',
          size: size ?? 0,
          access: [...own.accessRestrictions],
          scans: new Set(
            metadata.flatMap((each) =>
              each.type === 'VirusScanMetadata' ? [(each.timestamp?.getTime() ?? 0) / 1000] : [],
            ),
          ),
          links: new Set(links.map(({ to }) => to)),
        },
      ]),
    ),
    ranges: new Map(
      mets.logicalStructures.map((root) => [root.id, (root.ranges[0]?.files ?? []).map(({ localPath }) => localPath)]),
    ),
  });
};

describe('random edits of METS', () => {
  it('leave in it what a model of them says, and nothing that points nowhere', () => {
    fc.assert(
      fc.property(edits, fc.integer({ min: 1, max: 70 }), (sequence, reopenEvery) => {
        const { bytes, model } = run(sequence, reopenEvery);
        expect(modelIn(bytes)).to.deep.equal(plain(model));
        const ids = valuesOf(bytes, 'ID');
        expect(new Set(ids).size).to.equal(ids.length);
        for (const name of ['ADMID', 'DMDID', 'FILEID', 'from', 'to'])
          for (const value of valuesOf(bytes, name)) expect(ids, name).to.include(value);
      }),
      { numRuns: atDepth(60) },
    );
  });

  it('write the same whether it was read again or stayed open', () => {
    fc.assert(
      fc.property(edits, fc.integer({ min: 1, max: 20 }), (sequence, reopenEvery) => {
        const { bytes } = run(sequence, reopenEvery);
        expect(run(sequence, reopenEvery, kept).bytes.toString()).to.equal(bytes.toString());
      }),
      { numRuns: atDepth(60) },
    );
  });

  it('leave it valid METS, PREMIS and MODS', function () {
    needsSharedData(this, 'xsd');
    const schemas = preservationSchemas();
    fc.assert(
      fc.property(edits, (sequence) => {
        expect(validateXml(run(sequence, 7).bytes, schemas)).to.deep.equal([]);
      }),
      { numRuns: atDepth(12) },
    );
  });
});
