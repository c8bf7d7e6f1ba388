import { expect } from 'chai';
import { createMets, describeArchivalGroup } from '../../../formats/mets/create-mets.js';
import { openMets } from '../../../formats/mets/editing/mets-editor.js';
import { validateXml } from '../../support/repository/validate-xml.js';
import { needsSharedData } from '../../support/shared-data.js';
import { valuesOf } from './canonical/canonical.js';
import { preservationSchemas } from './schemas.js';
import { readMets } from '../../support/mets-in-bytes.js';

const heading = { title: 'A & B', agent: 'Muniment', now: new Date('2026-11-21T10:00:00Z') };
const digest = 'eb634d64ce8e6be5195174ceaef9ac9e19c37119f3b31618630aa633ccdbf68f';

describe('making a METS', () => {
  describe('for a new deposit', () => {
    const mets = readMets(createMets(heading));

    it('carries the title and the platform as its agent, so that it may be edited', () => {
      expect(mets).to.include({ name: 'A & B', agent: 'Muniment', editable: true });
    });

    it('is [Untitled] where there is no title', () => {
      expect(readMets(createMets({ ...heading, title: null })).name).to.equal('[Untitled]');
    });

    it('scaffolds metadata with ad-hoc, and objects, in that order', () => {
      expect(mets.files).to.deep.equal([]);
      expect(mets.root.directories.map(({ localPath }) => localPath)).to.deep.equal(['metadata', 'objects']);
      expect(mets.root.directories[0]?.directories[0]).to.deep.include({
        localPath: 'metadata/ad-hoc',
        name: 'ad-hoc',
        divId: 'PHYS_metadata_x002F_ad-hoc',
        admId: 'ADM_metadata_x002F_ad-hoc',
      });
    });

    it('lists the amdSecs as they were added: objects, metadata, ad-hoc', () => {
      expect(valuesOf(createMets(heading), 'ID').filter((id) => id.startsWith('ADM_'))).to.deep.equal([
        'ADM_objects',
        'ADM_metadata',
        'ADM_metadata_x002F_ad-hoc',
      ]);
    });

    it('is stored without declaration and indentation', () => {
      const text = createMets(heading).toString();
      expect(text.startsWith('<mets:mets xmlns:mets="http://www.loc.gov/METS/"')).to.equal(true);
      expect(text).to.not.match(/>\s+</);
    });

    it('names only sections that exist', () => {
      const bytes = createMets(heading);
      const ids = new Set(valuesOf(bytes, 'ID'));
      for (const reference of ['ADMID', 'DMDID', 'FILEID'].flatMap((name) => valuesOf(bytes, name)))
        expect(ids.has(reference), reference).to.equal(true);
    });
  });

  describe('of an archival group that has none', () => {
    const bytes = describeArchivalGroup(heading, {
      containers: [
        { path: 'objects', name: 'objects' },
        { path: 'objects/part 1', name: 'Part the First' },
        { path: 'empty', name: 'empty' },
      ],
      files: [
        { path: 'mets.xml', name: 'mets.xml' },
        { path: 'readme.txt', size: 3, digest, contentType: 'text/plain' },
        {
          path: 'objects/part 1/a#1.tif',
          name: 'A #1',
          size: 10,
          digest,
          contentType: 'image/tiff',
          storageLocation: 'http://storage/content/a',
        },
      ],
    });
    const mets = readMets(bytes);

    it('has a folder for each container and a file for each binary, under their names', () => {
      expect([...mets.directoriesByPath.values()].map(({ localPath, name }) => [localPath, name])).to.have.deep.members(
        [
          ['', '__ROOT'],
          ['objects', 'objects'],
          ['objects/part 1', 'Part the First'],
          ['empty', 'empty'],
        ],
      );
      expect(mets.filesByPath.get('objects/part 1/a#1.tif')).to.deep.include({
        name: 'A #1',
        size: 10,
        digest,
        contentType: 'image/tiff',
        storageLocation: 'http://storage/content/a',
        format: null,
      });
    });

    it('leaves a mets.xml in the root out', () => {
      expect([...mets.filesByPath.keys()]).to.have.members(['readme.txt', 'objects/part 1/a#1.tif']);
    });

    it('is valid METS and PREMIS', function () {
      needsSharedData(this, 'xsd');
      expect(validateXml(bytes, preservationSchemas())).to.deep.equal([]);
    });
  });

  describe('against the schemas', () => {
    before(function () {
      needsSharedData(this, 'xsd');
    });

    it('is valid METS, PREMIS and MODS, through every kind of edit', () => {
      const editor = openMets(createMets(heading));
      editor.addFile({
        path: 'objects/known.tif',
        digest,
        size: 1,
        contentType: 'image/tiff',
        format: { pronomKey: 'fmt/353', name: 'TIFF' },
      });
      editor.addFile({ path: 'objects/1 & résumé 😀/-unknown', digest, size: 0 });
      editor.addFile({
        path: 'objects/known.tif',
        storageLocation: 's3://b/k',
        format: { pronomKey: 'fmt/10', name: 'TIFF 5' },
      });
      editor.addFile({ path: 'objects/gone.txt' });
      editor.removeFile('objects/gone.txt');
      expect(validateXml(editor.toBytes(new Date()), preservationSchemas())).to.deep.equal([]);
    });

    it('would be found out were it not', () => {
      const broken = createMets(heading)
        .toString()
        .replace('<premis:objectIdentifierType>local</premis:objectIdentifierType>', '')
        .replace('TYPE="OTHER"', 'TYPE="NOBODY"');
      const messages = validateXml(Buffer.from(broken), preservationSchemas()).map(({ message }) => message);
      expect(messages.some((message) => message.includes('objectIdentifierValue'))).to.equal(true);
      expect(messages.some((message) => message.includes('NOBODY'))).to.equal(true);
    });
  });
});
