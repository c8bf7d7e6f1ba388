import { expect } from 'chai';
import { createMets } from '../../../formats/mets/create-mets.js';
import { editMets } from '../../../formats/mets/edit-mets.js';
import { filesInMets, newestOf } from '../../../formats/mets/files-in-mets.js';
import { treeInMets } from '../../../formats/mets/tree-in-mets.js';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import type { FileValues } from '../../../formats/mets/model/entry-values.js';
import { valueOf } from '../../support/value-of.js';
import { saidOf } from '../../support/mets-in-bytes.js';

const now = new Date('2026-01-02T03:04:05Z');
const agents = defaultAgents;

const metsOf = (values: FileValues): Buffer => {
  const blank = createMets({ title: 'A group', agent: agents.own, now });
  const edited = valueOf(editMets(blank, { agents, now, edits: [{ kind: 'put-file', values }] }));
  return edited.bytes ?? blank;
};

const scan = (found: string, day: string) => ({
  type: 'VirusScanMetadata' as const,
  source: 'ClamAV',
  timestamp: new Date(`2026-01-0${day}T00:00:00Z`),
  hasVirus: found !== '',
  virusFound: found,
  virusDefinition: 'ClamAV 1.4.1',
});

const digest = 'a'.repeat(64);
const inMets = (values: Omit<FileValues, 'path'>, edit = (text: string) => text) => {
  const bytes = Buffer.from(edit(metsOf({ path: 'objects/a.png', digest, ...values }).toString()));
  return valueOf(saidOf(filesInMets, bytes, { agents })).files;
};

describe('what a METS says of files', () => {
  it('is their content type, their format and their virus scans, the newest first', () => {
    const [file] = inMets({
      contentType: 'image/png',
      format: { pronomKey: 'fmt/12', name: 'PNG' },
      virusScans: [scan('Eicar', '1'), scan('', '2')],
    });
    expect(file).to.deep.include({
      path: 'objects/a.png',
      contentType: 'image/png',
      format: { pronomKey: 'fmt/12', name: 'PNG' },
      scans: [
        { at: '2026-01-02T00:00:00.000Z', found: false, name: null, definition: 'ClamAV 1.4.1' },
        { at: '2026-01-01T00:00:00.000Z', found: true, name: 'Eicar', definition: 'ClamAV 1.4.1' },
      ],
    });
  });

  it('is the name of a virus that was found', () => {
    expect(newestOf(inMets({ virusScans: [scan('Eicar', '1')] })[0]?.scans ?? [])).to.deep.equal({
      found: true,
      name: 'Eicar',
    });
  });

  it('is nothing where nothing is recorded', () => {
    expect(inMets({})[0]).to.deep.include({ format: null, scans: [] });
  });

  it('is the version of a format, where the program that wrote it recorded one', () => {
    const [file] = inMets({ format: { pronomKey: 'fmt/12', name: 'PNG' } }, (text) =>
      text.replace(/(<(\w+:)?formatName>PNG<\/\2formatName>)/, '$1<$2formatVersion>1.1</$2formatVersion>'),
    );
    expect(file?.format).to.deep.equal({ pronomKey: 'fmt/12', name: 'PNG', version: '1.1' });
  });

  it('is a failure where it cannot be read', () => {
    expect(saidOf(filesInMets, Buffer.from('<mets/>'), { agents }).ok).to.equal(false);
  });
});

describe('what a METS says of a tree', () => {
  const bytes = metsOf({
    path: 'objects/sub/a.png',
    digest,
    contentType: 'image/png',
    format: { pronomKey: 'fmt/12', name: 'PNG' },
    virusScans: [scan('', '1'), scan('Eicar', '2')],
  });
  const { files, folders } = valueOf(saidOf(treeInMets, bytes, { agents }));

  it('is the same of files, with names and terms', () => {
    const [said] = valueOf(saidOf(filesInMets, bytes, { agents })).files;
    expect(files).to.have.lengthOf(1);
    expect(files[0]).to.deep.include({ ...said, name: 'a.png' });
    expect(files[0]?.effective).to.deep.equal({ accessRestrictions: [], rightsStatement: null, recordIdentifiers: [] });
  });

  it('has every folder before those in it', () => {
    const paths = folders.map(({ path }) => path).filter((path) => !path.startsWith('metadata'));
    expect(paths).to.deep.equal(['', 'objects', 'objects/sub']);
  });
});
