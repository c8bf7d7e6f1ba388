import { expect } from 'chai';
import { defaultAgents } from '../../../../formats/mets/model/agents.js';
import { openMets, type MetsEditor } from '../../../../formats/mets/editing/mets-editor.js';
import { keepMets } from '../../../../formats/mets/kept-mets.js';
import { valueOf } from '../../../support/value-of.js';
import { amd, dmd, file, map, small } from '../small-mets.js';
import { canonical } from '../canonical/canonical.js';
import type { PlainElement } from '../../xml/plain.js';
import { digest, faultOf, fileIn, now, scan } from './editing.js';

const head = '<metsHdr><agent ROLE="CREATOR"><name>Muniment</name></agent></metsHdr>';
const named = (path: string): string => `<p:originalName>${path}</p:originalName>`;
const folder = (id: string, admId: string, inside = ''): string =>
  `<div ID="${id}" TYPE="Directory" LABEL="${id}" ADMID="${admId}">${inside}</div>`;
const item = (id: string, fileId: string, more = ''): string =>
  `<div ID="${id}" TYPE="Item" LABEL="${id}"><fptr FILEID="${fileId}"/>${more}</div>`;

const foreign = (parts: { amd?: string; files?: string; items?: string } = {}): Buffer =>
  small({
    head,
    dmd: dmd('D1', '<m:titleInfo><m:title>T</m:title></m:titleInfo>'),
    amd: parts.amd ?? amd('A0', named('objects')) + amd('A1', named('objects/a.txt')) + amd('A2', named('objects/b')),
    files: parts.files ?? file('F1', 'objects/a.txt', 'ADMID="A1"') + file('F2', 'objects/b', 'ADMID="A2"'),
    map: map(folder('root', '', folder('objects', 'A0', parts.items ?? item('P1', 'F1') + item('P2', 'F2')))),
  });

/** On lines of its own, like the METS of many producers. */
const indented = (bytes: Buffer): Buffer => Buffer.from(bytes.toString().replaceAll('><', '>\n  <'));
const prefixed = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes
      .toString()
      .replace('xmlns=', 'xmlns:mets=')
      .replace(/<(\/?)(?=\w+[\s>/])/g, '<$1mets:'),
  );

const EDITS: readonly [string, (editor: MetsEditor) => void][] = [
  ['adds a file', (editor) => void editor.addFile(scan)],
  ['changes a file', (editor) => void editor.addFile({ path: 'objects/a.txt', digest, contentType: 'text/plain' })],
  ['removes a file', (editor) => editor.removeFile('objects/a.txt')],
  ['renames a folder', (editor) => void editor.addFolder({ path: 'objects', name: 'Ö' })],
  ['sets terms', (editor) => editor.setTerms('objects/b', { accessRestrictions: ['closed'] })],
];

describe('a METS of another producer, opened for edits', () => {
  for (const [layout, lay] of [
    ['as it is', (bytes: Buffer) => bytes],
    ['on lines of its own', indented],
    ['with a prefix', prefixed],
  ] as const)
    for (const [what, edit] of EDITS)
      it(`is written as one in another layout by one who ${what} (${layout})`, () => {
        const written = (bytes: Buffer): PlainElement => {
          const editor = openMets(bytes);
          edit(editor);
          return canonical(editor.toBytes(now));
        };
        expect(bare(written(lay(foreign())))).to.deep.equal(bare(written(foreign())));
      });

  it('takes a file below a folder that pointed to files alone', () => {
    const items = `<div ID="sub" TYPE="Directory" LABEL="sub" ADMID="A3"><fptr FILEID="F1"/></div>`;
    const sections = amd('A0', named('objects')) + amd('A1', named('objects/a.txt')) + amd('A3', named('objects/sub'));
    const editor = openMets(foreign({ amd: sections, files: file('F1', 'objects/a.txt', 'ADMID="A1"'), items }));
    editor.addFile({ path: 'objects/sub/new.txt' });
    expect(editor.toBytes(now).toString()).to.match(/<div ID="sub".*?><fptr FILEID="F1"\/><mets:div TYPE="Item"/);
  });

  it('loses one of several pointers of a file, and keeps the others', () => {
    const editor = openMets(foreign({ items: item('P1', 'F1', '<fptr FILEID="F2"/>') }));
    editor.removeFile('objects/a.txt');
    const written = editor.toBytes(now).toString();
    expect(written).to.include('LABEL="P1"><fptr FILEID="F2"/></div>');
    expect(written).not.to.include('F1');
  });

  it('is refused for an ID that sections have inside, whatever else has it', () => {
    const section = amd('A0', named('objects'));
    for (const twice of [
      section + amd('A1', named('objects/a.txt')).replace('TA1', 'TA0'),
      section.replace('TA0', 'F1') + amd('A1', named('objects/a.txt')),
      section.replace('TA0', 'D1'),
    ]) {
      const { code, message } = faultOf(() => openMets(foreign({ amd: twice })));
      expect(code).to.equal('mets-duplicate-id');
      expect(message).to.match(/'(TA0|F1|D1)'/);
    }
  });

  it('keeps a description that only a section names', () => {
    const naming = amd('A1', named('objects/a.txt')).replace('<techMD', '<techMD ADMID="A0"');
    const editor = openMets(foreign({ amd: amd('A0', named('objects')) + naming }));
    editor.removeFile('objects/b');
    editor.removeFile('objects/a.txt');
    expect(editor.toBytes(now).toString()).to.include('ID="A0"').and.not.include('ID="A1"');
  });

  it('names a new section of a file where readers look first, in the div that named one without PREMIS', () => {
    const empty = '<amdSec ID="A1"><techMD ID="TA1"><mdWrap MDTYPE="OTHER"><xmlData/></mdWrap></techMD></amdSec>';
    const items = item('P1', 'F1').replace('<div ', '<div ADMID="A1" ');
    const editor = openMets(
      foreign({ amd: amd('A0', named('objects')) + empty, files: file('F1', 'objects/a.txt', 'ADMID="A1"'), items }),
    );
    editor.addFile({ path: 'objects/a.txt', digest });
    const written = editor.toBytes(now);
    editor.close();
    expect(fileIn(written, 'objects/a.txt')?.digest).to.equal(digest);
  });

  it('stays open for further edits', () => {
    const mets = keepMets();
    const edits = [{ kind: 'put-file', values: scan }] as const;
    valueOf(mets.edit(foreign(), { agents: defaultAgents, now, edits }));
    expect(mets.kept()).to.include({ agents: defaultAgents });
  });
});

/** Without the prefixes, which say nothing. */
const bare = ({ attributes, children, name, namespace }: PlainElement): unknown => ({
  ...{ name, namespace },
  attributes: attributes.map((each) => [each.name, each.namespace, each.value]),
  children: children.map((child) => (child.kind === 'element' ? bare(child) : child)),
});
