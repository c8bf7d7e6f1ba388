import { expect } from 'chai';
import type { Terms } from '../../../formats/mets/model/described-mets.js';
import { described, directoryAt, fileAt } from './described.js';
import { amd, dmd, file, map } from './small-mets.js';

const access = (value: string, type = 'restriction on access'): string =>
  `<m:accessCondition type="${type}">${value}</m:accessCondition>`;
const rights = (text: string, more = ''): string =>
  `<m:accessCondition type="use and reproduction" ${more}>${text}</m:accessCondition>`;
const record = (value: string, source = 'EMu'): string =>
  `<m:recordInfo><m:recordIdentifier source="${source}">${value}</m:recordIdentifier></m:recordInfo>`;

const InC = 'http://rightsstatements.org/vocab/InC/1.0/';
const NoC = 'http://rightsstatements.org/vocab/NoC-US/1.0/';

const FOLDERS =
  amd('AO', '<p:originalName>objects</p:originalName>') + amd('AX', '<p:originalName>objects/x</p:originalName>');

/** Two files in `objects/x`; each div has the dmdSec of its name where one is given. */
const tree = (
  mods: Partial<Record<'R' | 'O' | 'X' | 'F' | 'L' | 'M' | 'P', string>>,
  more: { logical?: string; links?: string } = {},
) =>
  described({
    dmd: Object.entries(mods)
      .map(([id, content]) => dmd(`D${id}`, content))
      .join(''),
    amd: FOLDERS,
    files: file('F1', 'objects/x/a') + file('F2', 'objects/x/b'),
    map:
      map(
        '<div TYPE="Directory" LABEL="__ROOT" DMDID="DR"><div TYPE="Directory" LABEL="objects" ADMID="AO" DMDID="DO"><div TYPE="Directory" LABEL="x" ADMID="AX" DMDID="DX"><div ID="P1" TYPE="Item" DMDID="DF"><fptr FILEID="F1"/></div><div ID="P2" TYPE="Item"><fptr FILEID="F2"/></div></div></div></div>',
      ) + (more.logical === undefined ? '' : `<structMap TYPE="LOGICAL">${more.logical}</structMap>`),
    links: more.links ?? '',
  });

const effective = (mods: Parameters<typeof tree>[0], path = 'objects/x/a'): Terms => fileAt(tree(mods), path).effective;

describe('access, rights and record identifiers', () => {
  describe('of an item itself', () => {
    it('are all access conditions, whichever producer wrote them, without repeats', () => {
      const mods = access('Level1') + access('Open', 'status') + access('Level1') + access('CC-BY', 'dz');
      expect(fileAt(tree({ F: mods }), 'objects/x/a').own.accessRestrictions).to.deep.equal(['Level1', 'Open']);
    });

    it('are the URI of the rights, in the text or in the link', () => {
      expect(effective({ F: rights(` ${InC} `) }).rightsStatement).to.equal(InC);
      expect(effective({ F: rights('In copyright', `x:href="${InC}"`) }).rightsStatement).to.equal(InC);
    });

    it('are suppressed rights where a rights element names no http or https URI', () => {
      for (const text of ['null', 'null(?)', '', 'javascript:alert(1)', 'data:text/html,x'])
        expect(fileAt(tree({ F: rights(text) }), 'objects/x/a').own).to.include({
          rightsStatement: null,
          rightsStatementSuppressed: true,
        });
      expect(fileAt(tree({ F: access('x') }), 'objects/x/a').own.rightsStatementSuppressed).to.equal(false);
    });

    it('are every record identifier with its source', () => {
      const mods = `<m:recordInfo><m:recordIdentifier source="a">1</m:recordIdentifier><m:recordIdentifier>2</m:recordIdentifier></m:recordInfo>`;
      expect(fileAt(tree({ F: mods }), 'objects/x/a').own.recordIdentifiers).to.deep.equal([
        { source: 'a', value: '1' },
        { source: '', value: '2' },
      ]);
    });

    it('are not those of something that the record only relates to', () => {
      const host = `<m:relatedItem type="host">${access('Closed')}${rights(InC)}${record('9')}</m:relatedItem>`;
      expect(fileAt(tree({ F: host }), 'objects/x/a').own).to.deep.equal(fileAt(tree({}), 'objects/x/a').own);
    });

    it('go for the whole tree where a directory without an administrative section has them', () => {
      const mets = tree({ R: access('Level1') + rights(InC) + record('1') });
      expect(mets.root.own).to.deep.include({ accessRestrictions: ['Level1'], rightsStatement: InC });
      expect(directoryAt(mets, 'objects/x').effective).to.deep.equal(mets.root.effective);
    });
  });

  describe('of files and folders', () => {
    it('come from the closest folder that has them, each for itself', () => {
      const terms = effective({ R: access('root') + rights(InC), O: access('objects') + record('o'), X: record('x') });
      expect(terms).to.deep.equal({
        accessRestrictions: ['objects'],
        rightsStatement: InC,
        recordIdentifiers: [{ source: 'EMu', value: 'x' }],
      });
      expect(effective({ O: access('objects'), F: access('file') }).accessRestrictions).to.deep.equal(['file']);
      expect(effective({ O: access('objects'), F: access('file') }, 'objects/x/b').accessRestrictions).to.deep.equal([
        'objects',
      ]);
    });

    it('stop at a rights element without a URI, on a file and on a folder', () => {
      expect(effective({ O: rights(InC), F: rights('null') }).rightsStatement).to.equal(null);
      expect(effective({ O: rights(InC), X: rights('null') }).rightsStatement).to.equal(null);
      expect(effective({ O: rights(InC), X: rights('null'), F: rights(NoC) }).rightsStatement).to.equal(NoC);
    });
  });

  describe('of ranges', () => {
    const logical = '<div ID="L" DMDID="DL"><div ID="M" DMDID="DM"><fptr FILEID="F1"/></div></div>';

    it('come from the range around, and at the top from the root of the tree, but never a record', () => {
      const all = access('root') + rights(InC) + record('r');
      const [outer] = tree({ R: all, O: access('objects') }, { logical }).logicalStructures;
      const expected = { accessRestrictions: ['root'], rightsStatement: InC, recordIdentifiers: [] };
      expect(outer?.effective).to.deep.equal(expected);
      expect(outer?.ranges[0]?.effective).to.deep.equal(expected);
      const [own] = tree({ R: all, L: access('L') + rights('null') + record('l') }, { logical }).logicalStructures;
      expect(own?.ranges[0]?.effective).to.deep.equal({
        accessRestrictions: ['L'],
        rightsStatement: null,
        recordIdentifiers: [{ source: 'EMu', value: 'l' }],
      });
    });

    it('give a file its record where exactly one range names all of it', () => {
      const recordOf = (structure: string): unknown =>
        fileAt(tree({ O: record('o'), M: record('m') }, { logical: structure }), 'objects/x/a').effective
          .recordIdentifiers[0];
      const [folder, range] = ['o', 'm'].map((value) => ({ source: 'EMu', value }));
      expect(recordOf(logical)).to.deep.equal(range);
      expect(recordOf(`${logical}<div><fptr FILEID="F1"/></div>`)).to.deep.equal(folder);
      const area = '<fptr><area FILEID="F1" SHAPE="RECT" COORDS="0,0,1,1"/></fptr>';
      expect(recordOf(`<div DMDID="DM">${area}</div>`)).to.deep.equal(folder);
      expect(recordOf(`${logical}<div>${area}</div>`)).to.deep.equal(range);
    });

    it('give a file its access only where the folders have none, and never its rights', () => {
      const links = '<structLink><smLink x:from="M" x:to="P1"/></structLink>';
      const linked = '<div ID="L" DMDID="DL"><div ID="M" DMDID="DM"/></div>';
      const terms = { M: access('m') + rights(InC) + record('m') };
      const read = (mods: Parameters<typeof tree>[0]): Terms =>
        fileAt(tree(mods, { logical: linked, links }), 'objects/x/a').effective;
      expect(read(terms)).to.deep.equal({
        accessRestrictions: ['m'],
        rightsStatement: null,
        recordIdentifiers: [{ source: 'EMu', value: 'm' }],
      });
      expect(read({ ...terms, O: access('o') + record('o') })).to.deep.include({
        accessRestrictions: ['o'],
        recordIdentifiers: [{ source: 'EMu', value: 'm' }],
      });
    });

    it('give a page that two chapters share what goes for both', () => {
      const links = '<structLink><smLink x:from="M" x:to="P1"/><smLink x:from="N" x:to="P1"/></structLink>';
      const shared = '<div ID="L" DMDID="DL"><div ID="M" DMDID="DM"/><div ID="N"/></div>';
      const mets = tree({ L: access('l'), M: access('m') }, { logical: shared, links });
      expect(fileAt(mets, 'objects/x/a').effective.accessRestrictions).to.deep.equal(['l']);
    });
  });
});
