import { expect } from 'chai';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { editMets, makeEdits, type MetsEdit, type NewProperties } from '../../../formats/mets/edit-mets.js';
import { kindsInMets } from '../../../formats/mets/kinds-in-mets.js';
import { openMets } from '../../../formats/mets/editing/mets-editor.js';
import { fileIn, fresh, now, sample, scan } from './editing/editing.js';
import { valueOf } from '../../support/value-of.js';
import { describeMets, saidOf } from '../../support/mets-in-bytes.js';

const edit = (bytes: Uint8Array, ...edits: readonly MetsEdit[]) =>
  editMets(bytes, { agents: defaultAgents, now, edits });
const blank = (): Buffer => fresh().toBytes(now);
const putScan: MetsEdit = { kind: 'put-file', values: scan };

describe('edits of a METS as data', () => {
  it('are all made at once, each telling the paths that it touched', () => {
    const result = valueOf(edit(blank(), putScan, { kind: 'remove-folder', path: 'metadata/ad-hoc' }));
    if (result.bytes === null) throw new Error('the edits were not made');
    expect(result.outcomes).to.deep.equal([
      [
        { path: 'objects', isDir: true },
        { path: 'objects/scan.tif', isDir: false },
      ],
      [{ path: 'metadata/ad-hoc', isDir: true }],
    ]);
    expect(fileIn(result.bytes, 'objects/scan.tif')).to.include({ digest: scan.digest });
  });

  it('leave a METS alone in which nothing is there to remove', () => {
    const gone: MetsEdit = { kind: 'remove-file', path: 'objects/none' };
    expect(valueOf(edit(blank(), gone, { kind: 'remove-file', path: 'objects' }))).to.deep.equal({
      bytes: null,
      outcomes: [[], []],
    });
  });

  it('remove from a folder all but what is to be kept, and nothing beside it', () => {
    const put = (path: string): MetsEdit => ({ kind: 'put-file', values: { ...scan, path } });
    const paths = ['metadata/old/a.txt', 'metadata/old/b.txt', 'metadata/ad-hoc/note.txt', 'metadata/gone/deep/c.txt'];
    const others: MetsEdit = {
      kind: 'remove-others',
      below: 'metadata',
      keep: ['metadata/old/b.txt'],
      keepBelow: ['metadata/ad-hoc'],
    };
    const result = valueOf(edit(blank(), putScan, ...paths.map(put), others));
    expect(result.outcomes.at(-1)).to.have.deep.members([
      { path: 'metadata/gone/deep/c.txt', isDir: false },
      { path: 'metadata/gone/deep', isDir: true },
      { path: 'metadata/gone', isDir: true },
      { path: 'metadata/old/a.txt', isDir: false },
    ]);
    const bytes = result.bytes ?? Buffer.alloc(0);
    const left = ['objects/scan.tif', ...paths, 'metadata', 'metadata/gone'];
    const { kinds } = valueOf(saidOf(kindsInMets, bytes, { agents: defaultAgents, paths: left }));
    expect(kinds).to.deep.equal(['file', null, 'file', 'file', null, 'folder', null]);
  });

  it('that contradict it are told by how many were made, and none is', () => {
    const below: MetsEdit = { kind: 'put-folder', values: { path: 'objects/scan.tif/inside' } };
    expect(edit(blank(), putScan, below)).to.deep.equal({
      ok: false,
      refusal: { fault: { code: 'mets-parent-not-directory', message: 'Parent path is not a Directory' }, done: 1 },
    });
  });

  it('set what is given of a file or folder, and order them by their new names', () => {
    const other: MetsEdit = { kind: 'put-file', values: { ...scan, path: 'objects/a.tif' } };
    const set = (path: string, properties: NewProperties): MetsEdit => ({ kind: 'set-properties', path, properties });
    const named = set('objects/a.tif', { name: 'Zebra', accessRestrictions: ['closed'] });
    const { bytes, outcomes } = valueOf(edit(blank(), putScan, other, named, set('objects', { name: 'Pictures' })));
    expect(outcomes.slice(2)).to.deep.equal([
      [{ path: 'objects/a.tif', isDir: false }],
      [{ path: 'objects', isDir: true }],
    ]);
    const { filesByPath, directoriesByPath } = describeMets(bytes ?? Buffer.alloc(0));
    expect(filesByPath.get('objects/a.tif')).to.have.nested.property('own.accessRestrictions[0]', 'closed');
    expect(directoriesByPath.get('objects')).to.include({ name: 'Pictures' });
    expect(directoriesByPath.get('objects')?.files.map(({ name }) => name)).to.deep.equal(['scan.tif', 'Zebra']);
    const unnamed = edit(blank(), putScan, set('', { name: 'All' }));
    expect(!unnamed.ok && unnamed.refusal.fault.code).to.equal('mets-value-unwritable');
  });

  it('that would make it too large to be read again are not made', () => {
    const made = makeEdits(openMets(blank()), { edits: [putScan], now }, 100);
    expect(!made.ok && [made.refusal.fault.code, made.refusal.done]).to.deep.equal(['xml-too-large', 1]);
  });

  it('of a document at fault are none', () => {
    const failures = [edit(Buffer.from('<a'), putScan), edit(sample('goobi.xml'), putScan)];
    expect(failures.map((each) => !each.ok && [each.refusal.fault.code, each.refusal.done])).to.deep.equal([
      ['xml-not-well-formed', null],
      ['mets-not-editable', null],
    ]);
  });

  it('are not needed to look for what is there, in a METS of anyone', () => {
    const looked = saidOf(kindsInMets, sample('eprints.xml'), {
      agents: defaultAgents,
      paths: ['objects', 'objects/none'],
    });
    expect(valueOf(looked)).to.deep.equal({ kinds: ['folder', null] });
    expect(saidOf(kindsInMets, Buffer.from('<a/>'), { agents: defaultAgents, paths: [] })).to.have.nested.property(
      'refusal.fault.code',
      'mets-missing',
    );
  });
});
