import { expect } from 'chai';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { createMets, describeArchivalGroup } from '../../../formats/mets/create-mets.js';
import { openMets } from '../../../formats/mets/editing/mets-editor.js';
import { keepMets } from '../../../formats/mets/kept-mets.js';
import { doMetsDescription, doMetsEdit } from '../../../formats/mets/mets-work.js';
import { XmlDocument } from '../../../formats/xml/document.js';
import { now, scan } from './editing/editing.js';
import { amd, file, map, small } from './small-mets.js';
import { inPieces } from '../../support/mets-in-bytes.js';

const heading = { title: 'T', agent: 'Muniment', now };
const agents = defaultAgents;
const put = { kind: 'put-file', values: scan } as const;
const below = { kind: 'put-folder', values: { path: `${scan.path}/below` } } as const;
const edit = { agents, now, edits: [put] };

/** A METS, and others at fault in each of the ways in which reading ends early. */
const documents: readonly [what: string, bytes: Buffer][] = [
  ['one of ours', createMets(heading)],
  ['no XML', Buffer.from('<mets><fileSec></mets>')],
  ['no METS', Buffer.from('<a/>')],
  ['one too deep', Buffer.from('<a>'.repeat(300) + '</a>'.repeat(300))],
  ['one without a structure', small({ map: '' })],
  ['one with an ID twice', small({ amd: amd('A', '') + amd('A', 'x'), files: file('A', 'a'), map: map('<div/>') })],
  ['one of another producer', small({ map: map('<div/>') })],
];

describe('the memory of a METS that was read', () => {
  let open: number;
  beforeEach(() => {
    open = XmlDocument.open;
  });
  afterEach(() => {
    expect(XmlDocument.open).to.equal(open);
  });

  for (const [what, bytes] of documents)
    it(`is given back after every task, whatever its end: ${what}`, async () => {
      doMetsEdit('edit', bytes, edit);
      doMetsEdit('edit', bytes, { ...edit, edits: [put, below] });
      await doMetsDescription('kinds', inPieces(bytes), { agents, paths: ['objects'] });
      doMetsEdit('normalise', bytes, { agents, now });
      for (const task of ['outline', 'describe', 'media'] as const)
        await doMetsDescription(task, inPieces(bytes), { agents });
    });

  it('is given back after a METS was made, also in vain', () => {
    createMets(heading);
    expect(() => createMets({ ...heading, title: 'x\x01' })).to.throw('U+0001');
    const files = [scan, { path: `${scan.path}/below` }];
    expect(() => describeArchivalGroup(heading, { containers: [], files })).to.throw('not a Directory');
  });

  it('is held for one METS that stays open, until another takes its place or an edit is refused', () => {
    const mets = keepMets();
    const held = (): number => XmlDocument.open - open;
    mets.edit(createMets(heading), edit);
    expect(held()).to.equal(1);
    mets.edit(null, edit);
    mets.edit(createMets(heading), edit);
    expect(held()).to.equal(1);
    mets.edit(null, { ...edit, edits: [below] });
    expect([held(), mets.kept()]).to.deep.equal([0, null]);
    mets.edit(createMets(heading), edit);
    mets.edit(Buffer.from('<a'), edit);
    expect([held(), mets.kept()]).to.deep.equal([0, null]);
  });

  it('is not read after it was given back', () => {
    const editor = openMets(createMets(heading));
    editor.close();
    editor.close();
    expect(() => editor.toBytes(now)).to.throw('the document is closed');
  });
});
