import { expect } from 'chai';
import { openMets } from '../../../../formats/mets/editing/mets-editor.js';
import { canonical, elementsOf } from '../canonical/canonical.js';
import { digest, fileIn, fresh, now, scan } from './editing.js';
import { readMets } from '../../../support/mets-in-bytes.js';

describe('adding to a METS', () => {
  describe('adding a file', () => {
    it('records what is known of it', () => {
      const editor = fresh();
      editor.addFile(scan);
      expect(fileIn(editor.toBytes(now), scan.path)).to.deep.equal({
        localPath: 'objects/scan.tif',
        name: 'scan.tif',
        divId: 'PHYS_objects_x002F_scan.tif',
        admId: 'ADM_objects_x002F_scan.tif',
        fileId: 'FILE_objects_x002F_scan.tif',
        digest,
        otherDigest: null,
        size: 10,
        contentType: 'image/tiff',
        format: { pronomKey: 'fmt/353', name: 'Tagged Image File Format' },
        originalName: 'objects/scan.tif',
        storageLocation: null,
        extents: { width: null, height: null, duration: null },
        orientation: null,
        rotation: null,
      });
    });

    it('adds its missing ancestors and tells of all that it touched', () => {
      const editor = fresh();
      expect(editor.addFile({ path: 'objects/a/b/c.txt' })).to.deep.equal([
        { path: 'objects', isDir: true },
        { path: 'objects/a', isDir: true },
        { path: 'objects/a/b', isDir: true },
        { path: 'objects/a/b/c.txt', isDir: false },
      ]);
      expect([...readMets(editor.toBytes(now)).directoriesByPath.keys()]).to.include.members([
        'objects/a',
        'objects/a/b',
      ]);
    });

    it('sorts the labels of a folder without regard to case', () => {
      const editor = fresh();
      for (const name of ['b', 'C', 'a', 'B', 'é', 'Z']) editor.addFile({ path: `objects/${name}` });
      editor.addFile({ path: 'objects/last', name: '0 first' });
      expect(
        readMets(editor.toBytes(now))
          .directoriesByPath.get('objects')
          ?.files.map(({ name }) => name),
      ).to.deep.equal(['0 first', 'a', 'b', 'B', 'C', 'Z', 'é']);
    });

    it('never writes the marker of a type that no tool found', () => {
      const editor = fresh();
      editor.addFile({ path: 'objects/a', contentType: 'dlip/not-identified' });
      expect(fileIn(editor.toBytes(now), 'objects/a')).to.include({ contentType: null, format: null });
    });

    it('keeps names that are awkward in XML', () => {
      const awkward = [
        'a & b <c> "d".txt',
        " '\t\n\r ",
        'é',
        'e\u0301',
        '😀',
        '#%41',
        '_x0041_',
        'A_x0020_',
        ' lead',
        'tail ',
      ];
      const editor = fresh();
      for (const name of awkward) {
        editor.addFile({ path: `objects/${name}` });
        editor.addFolder({ path: `metadata/${name}` });
      }
      const bytes = editor.toBytes(now);
      const mets = readMets(bytes);
      expect(mets.files.map(({ localPath }) => localPath)).to.have.members(awkward.map((name) => `objects/${name}`));
      expect([...mets.directoriesByPath.keys()]).to.include.members(awkward.map((name) => `metadata/${name}`));
      const again = openMets(bytes);
      for (const name of awkward) {
        expect(again.kindAt(`objects/${name}`)).to.equal('file');
        again.removeFolder(`metadata/${name}`);
      }
    });
  });

  describe('adding a file that is there', () => {
    it('replaces what is given and leaves the rest, the label above all', () => {
      const editor = fresh();
      editor.addFile({ ...scan, name: 'First name' });
      editor.addFile({ path: scan.path, name: 'Second name', size: 11 });
      expect(fileIn(editor.toBytes(now), scan.path)).to.deep.include({
        name: 'First name',
        size: 11,
        digest,
        contentType: 'image/tiff',
        format: scan.format,
      });
    });

    it('changes nothing else, and no number of elements', () => {
      const editor = fresh();
      editor.addFile(scan);
      const before = editor.toBytes(now);
      editor.addFile(scan);
      expect(canonical(editor.toBytes(now))).to.deep.equal(canonical(before));
    });

    it('puts a format in the place of the unknown one', () => {
      const editor = fresh();
      editor.addFile({ path: scan.path });
      editor.addFile(scan);
      const bytes = editor.toBytes(now);
      expect(fileIn(bytes, scan.path)?.format).to.deep.equal(scan.format);
      expect(elementsOf(canonical(bytes)).filter(({ name }) => name === 'formatName')).to.have.length(4);
    });

    it('records the size of a file that was emptied', () => {
      const editor = fresh();
      editor.addFile(scan);
      editor.addFile({ path: scan.path, size: 0 });
      expect(fileIn(editor.toBytes(now), scan.path)?.size).to.equal(0);
    });

    it('records when a file was changed, and forgets it with the content that another replaces', () => {
      const date = /<premis:dateCreatedByApplication>([^<]*)</;
      const creation = 'creatingApplication';
      const editor = fresh();
      editor.addFile({ ...scan, fileModified: new Date('1911-05-04T10:00:00Z') });
      editor.addFile(scan);
      expect(date.exec(editor.toBytes(now).toString())?.[1]).to.equal('1911-05-04T10:00:00.000Z');
      editor.addFile({ ...scan, digest: '0'.repeat(64) });
      expect(editor.toBytes(now).toString()).to.not.contain(creation);
      editor.addFile({ path: scan.path, fileModified: new Date('2026-01-02T03:04:05.678Z') });
      expect(date.exec(editor.toBytes(now).toString())?.[1]).to.equal('2026-01-02T03:04:05.678Z');
    });

    it('keeps elements that it does not know', () => {
      const editor = fresh();
      editor.addFile(scan);
      const extra =
        '<premis:creatingApplication><premis:creatingApplicationName>X</premis:creatingApplicationName></premis:creatingApplication>';
      const text = editor.toBytes(now).toString();
      const end = text.lastIndexOf('</premis:objectCharacteristics>');
      const again = openMets(Buffer.from(text.slice(0, end) + extra + text.slice(end)));
      again.addFile({ ...scan, size: 99 });
      expect(again.toBytes(now).toString()).to.contain(extra);
    });
  });

  describe('adding a folder', () => {
    it('changes the label of one that is there, when a name is given', () => {
      const editor = fresh();
      editor.addFolder({ path: 'objects/a', name: 'A' });
      editor.addFolder({ path: 'objects/a' });
      expect(readMets(editor.toBytes(now)).directoriesByPath.get('objects/a')?.name).to.equal('A');
      editor.addFolder({ path: 'objects/a', name: 'B' });
      expect(readMets(editor.toBytes(now)).directoriesByPath.get('objects/a')?.name).to.equal('B');
    });
  });
});
