import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { XmlC14NMode, XmlDocument as WasmDocument } from 'libxml2-wasm';
import { openMets } from '../../../formats/mets/editing/mets-editor.js';
import { readXml } from '../../../formats/xml/parse.js';
import { serialiseXml } from '../../../formats/xml/serialise.js';
import { needsSharedData, sharedData } from '../../support/shared-data.js';
import { canonical, elementsOf, valuesOf } from './canonical/canonical.js';
import { plainDocument } from '../xml/plain.js';
import { readMets } from '../../support/mets-in-bytes.js';

const ALL = ['archivematica', 'eprints', 'goobi', 'platform-path-spaces', 'platform-path-special'];
const EDITABLE = ['platform-path-spaces', 'platform-path-special', 'platform-response-book', 'platform-simple-image'];
const now = new Date('2026-11-21T10:00:00Z');
const sample = (name: string): Buffer => readFileSync(sharedData('mets', `${name}.xml`));

describe('METS of every producer, read and written again', () => {
  before(function () {
    needsSharedData(this, 'mets');
  });

  for (const name of new Set([...ALL, ...EDITABLE])) {
    it(`loses nothing of ${name}`, () => {
      const bytes = sample(name);
      const written = readXml(bytes, (document) => serialiseXml(document));
      expect(readXml(written, plainDocument)).to.deep.equal(readXml(bytes, plainDocument));
    });

    it(`writes of ${name} what it reads, as exclusive canonical XML with comments tells`, () => {
      const canonicalText = (bytes: Uint8Array): string => {
        // Canonical XML has no relative names of namespaces, and the predecessor wrote one.
        const text = Buffer.from(bytes).toString().replaceAll('xmlns:version="3.0"', 'xmlns:version="urn:3.0"');
        const document = WasmDocument.fromBuffer(Buffer.from(text));
        const options = { mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0, withComments: true };
        try {
          return document.canonicalizeToString(options);
        } finally {
          document.dispose();
        }
      };
      const bytes = sample(name);
      const written = readXml(bytes, (document) => serialiseXml(document, { isDeclared: false }));
      expect(canonicalText(written)).to.equal(canonicalText(bytes));
    });

    it(`lays ${name} out for people without changing what it says`, () => {
      const bytes = sample(name);
      const laidOut = readXml(bytes, (document) => serialiseXml(document, { indent: true }));
      expect(canonical(laidOut)).to.deep.equal(canonical(bytes));
    });
  }

  for (const name of EDITABLE) {
    it(`opens and stores ${name} without changing what it says`, () => {
      const bytes = sample(name);
      expect(canonical(openMets(bytes).toBytes(now))).to.deep.equal(canonical(bytes));
    });

    it(`adds, updates and deletes in ${name} and touches nothing else`, () => {
      const bytes = sample(name);
      const before = readMets(bytes);
      const editor = openMets(bytes);
      editor.addFile({ path: 'objects/zzz new & old/file 1.txt', size: 1, digest: 'ab', contentType: 'text/plain' });
      editor.addFile({ path: 'objects/zzz new & old/file 1.txt', size: 2 });
      editor.addFile({ path: 'objects/zzz new & old/file 1.txt', size: 3 });
      const added = editor.toBytes(now);
      expect(readMets(added).filesByPath.get('objects/zzz new & old/file 1.txt')?.size).to.equal(3);
      expect(valuesOf(added, 'ID')).to.include.members(valuesOf(bytes, 'ID'));
      for (const file of before.files) expect(readMets(added).filesByPath.get(file.localPath)).to.deep.equal(file);
      editor.removeFile('objects/zzz new & old/file 1.txt');
      editor.removeFolder('objects/zzz new & old');
      // The folder it was added to has been sorted, as every addition does; all else is as it was.
      const after = editor.toBytes(now);
      expect(elementsOf(canonical(after))).to.have.length(elementsOf(canonical(bytes)).length);
      expect(valuesOf(after, 'ID')).to.have.members(valuesOf(bytes, 'ID'));
      expect(readMets(after).files).to.have.deep.members([...before.files]);
    });

    it(`updates a file of ${name} by its path, in place`, () => {
      const bytes = sample(name);
      const [file] = readMets(bytes).files;
      const editor = openMets(bytes);
      editor.addFile({ path: file!.localPath, size: 123_456 });
      editor.addFile({ path: file!.localPath, digest: 'cd' });
      const after = editor.toBytes(now);
      expect(readMets(after).files[0]).to.deep.equal({ ...file, size: 123_456, digest: 'cd' });
      expect(valuesOf(after, 'ID')).to.deep.equal(valuesOf(bytes, 'ID'));
    });

    it(`empties ${name} down to its folders`, () => {
      const bytes = sample(name);
      const editor = openMets(bytes);
      const { files, directoriesByPath } = readMets(bytes);
      for (const { localPath } of files) editor.removeFile(localPath);
      for (const path of [...directoriesByPath.keys()].sort((a, b) => b.length - a.length))
        if (path.includes('/')) editor.removeFolder(path);
      const after = editor.toBytes(now);
      expect(readMets(after).files).to.deep.equal([]);
      expect(valuesOf(after, 'FILEID')).to.deep.equal([]);
      expect(valuesOf(after, 'ID').filter((id) => /^(FILE|ADM|TECH)_/.test(id))).to.have.members([
        'ADM_objects',
        'TECH_objects',
        'ADM_metadata',
        'TECH_metadata',
      ]);
    });
  }
});
