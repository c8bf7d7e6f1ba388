import { expect } from 'chai';
import type { LogicalRange, RangeFile } from '../../../formats/mets/model/described-mets.js';
import { described, fileAt } from './described.js';
import { dmd, file, map } from './small-mets.js';

const TRANSCRIPT = 'http://iiif.io/api/presentation/3#transcript';

const logicalMap = (divs: string): string => `<structMap TYPE="logical">${divs}</structMap>`;
const PHYSICAL = map('<div><fptr FILEID="F1"/><fptr FILEID="F2"/></div>');
const FILES = file('F1', 'a') + file('F2', 'b');

const rangesOf = (divs: string, more: { dmd?: string; links?: string } = {}): readonly LogicalRange[] =>
  described({ ...more, files: FILES, map: PHYSICAL + logicalMap(divs) }).logicalStructures;

const pointersOf = (pointers: string): readonly RangeFile[] => rangesOf(`<div>${pointers}</div>`)[0]?.files ?? [];

const area = (attributes: string): RangeFile | undefined =>
  pointersOf(`<fptr><area FILEID="F1" ${attributes}/></fptr>`)[0];

describe('logical structures', () => {
  it('are one range for each root div of each logical structMap, in any case', () => {
    const other = '<structMap TYPE="Logical"><div ID="L3"/></structMap>';
    const mets = described({ files: FILES, map: PHYSICAL + logicalMap('<div ID="L1"/><div ID="L2"/>') + other });
    expect(mets.logicalStructures.map(({ id }) => id)).to.deep.equal(['L1', 'L2', 'L3']);
  });

  it('are named by their record, else by their label', () => {
    const titled = dmd('D', '<m:titleInfo><m:title>T</m:title></m:titleInfo>');
    const author = dmd('E', '<m:name><m:namePart>N</m:namePart></m:name>');
    const divs = '<div ID="x" TYPE="Part" LABEL="L" DMDID="D"/><div LABEL="L" DMDID="E"/><div LABEL="L"/><div/>';
    expect(rangesOf(divs, { dmd: titled + author }).map(({ id, type, name }) => [id, type, name])).to.deep.equal([
      ['x', 'Part', 'T'],
      ['', 'Range', 'L'],
      ['', 'Range', 'L'],
      ['', 'Range', null],
    ]);
  });

  describe('point', () => {
    it('to whole files, by the pointer or by an area without bounds', () => {
      const whole = { localPath: 'a', isWhole: true, region: null, beginTime: null, endTime: null };
      expect(pointersOf('<fptr FILEID="F1"/><fptr><area FILEID="F2"/></fptr><fptr FILEID="F9"/>')).to.deep.equal([
        whole,
        { ...whole, localPath: 'b' },
      ]);
      expect(pointersOf('<fptr FILEID="F1"><area/></fptr>')).to.deep.equal([whole]);
    });

    it('to each of several areas', () => {
      const areas = '<fptr><seq><area FILEID="F1"/><area FILEID="F2" BETYPE="TIME" BEGIN="00:00:01"/></seq></fptr>';
      expect(pointersOf(areas).map(({ localPath, beginTime }) => [localPath, beginTime])).to.deep.equal([
        ['a', null],
        ['b', 1],
      ]);
    });

    it('to times', () => {
      expect(area('BETYPE="TIME" BEGIN="00:01:02" END="01:00:00.250"')).to.include({ beginTime: 62, endTime: 3600.25 });
      expect(area('BETYPE="TIME" BEGIN="00:00:05"')).to.include({ beginTime: 5, endTime: null });
    });

    it('to rectangles', () => {
      expect(area('SHAPE="RECT" COORDS="1, 2,30,40"')?.region).to.deep.equal({ x1: 1, y1: 2, x2: 30, y2: 40 });
    });

    it('to a time and a rectangle at once', () => {
      expect(area('SHAPE="RECT" COORDS="1,2,3,4" BETYPE="TIME" BEGIN="00:00:01" END="00:00:02"')).to.deep.equal({
        localPath: 'a',
        isWhole: false,
        region: { x1: 1, y1: 2, x2: 3, y2: 4 },
        beginTime: 1,
        endTime: 2,
      });
    });

    it('to an unknown part where the bounds are not understood', () => {
      for (const bounds of [
        'BETYPE="TIME" BEGIN="1:2" END="00:00:02"',
        'BETYPE="TIME" BEGIN="00:00:01" END="soon"',
        'BETYPE="SMPTE-25" BEGIN="00:00:01:00"',
        'SHAPE="CIRCLE" COORDS="1,2,3"',
        'SHAPE="RECT" COORDS="1,2,3"',
      ])
        expect(area(bounds), bounds).to.deep.equal({
          localPath: 'a',
          isWhole: false,
          region: null,
          beginTime: null,
          endTime: null,
        });
    });
  });

  describe('linked to pages', () => {
    const page = (n: number): string => `<div ID="P${n}"><fptr FILEID="I${n}"/><fptr FILEID="T${n}"/></div>`;
    const group = (use: string, files: string): string => `<fileGrp USE="${use}">${files}</fileGrp>`;
    const book = (links: [from: string, to: string][], chapters: string) =>
      described({
        files:
          group('objects', file('I1', 'o/1') + file('I2', 'o/2')) +
          group('Alto', file('T1', 't/1') + file('T2', 't/2')),
        map: map(`<div ID="P0">${page(1)}${page(2)}</div>`) + logicalMap(chapters),
        links: `<structLink>${links.map(([from, to]) => `<smLink x:from="${from}" x:to="${to}"/>`).join('')}</structLink>`,
      });
    const filesOf = (range: LogicalRange | undefined): unknown => range?.files.map(({ localPath }) => localPath);

    it('have the images of those that no deeper range has, and no ALTO', () => {
      const [outer] = book(
        [
          ['L', 'P0'],
          ['L', 'P1'],
          ['L', 'P2'],
          ['M', 'P2'],
        ],
        '<div ID="L"><div ID="M"/></div>',
      ).logicalStructures;
      expect(filesOf(outer)).to.deep.equal(['o/1']);
      expect(filesOf(outer?.ranges[0])).to.deep.equal(['o/2']);
    });

    it('share the page where one ends and the next begins', () => {
      const [outer] = book(
        [
          ['L', 'P1'],
          ['M', 'P1'],
          ['N', 'P1'],
        ],
        '<div ID="L"><div ID="M"/><div ID="N"/></div>',
      ).logicalStructures;
      expect([outer, ...(outer?.ranges ?? [])].map(filesOf)).to.deep.equal([[], ['o/1'], ['o/1']]);
    });

    it('list a page once that they name as well', () => {
      const [range] = book([['L', 'P1']], '<div ID="L"><fptr FILEID="I1"/></div>').logicalStructures;
      expect(filesOf(range)).to.deep.equal(['o/1']);
    });

    it('pass over what is not there', () => {
      const [range] = book(
        [
          ['L', 'P9'],
          ['K', 'P1'],
        ],
        '<div ID="L"/>',
      ).logicalStructures;
      expect(filesOf(range)).to.deep.equal([]);
    });

    it('are not needed for an image to have the ALTO beside it as its transcript', () => {
      expect(fileAt(book([], '<div/>'), 'o/1').links).to.deep.equal([{ to: 't/1', role: TRANSCRIPT }]);
    });
  });
});

describe('links between files', () => {
  const link = (from: string, to: string, role?: string): string =>
    `<smLink x:from="${from}" x:to="${to}" ${role === undefined ? '' : `x:arcrole="${role}"`}/>`;
  const linksOf = (links: string, files = FILES): unknown =>
    fileAt(described({ files, map: PHYSICAL, links: `<structLink>${links}</structLink>` }), 'a').links;

  it('have the role that the METS gives, where that is a URI', () => {
    expect(linksOf(link('F1', 'F2', TRANSCRIPT))).to.deep.equal([{ to: 'b', role: TRANSCRIPT }]);
    expect(linksOf(link('F1', 'F2', 'transcript'))).to.deep.equal([{ to: 'b', role: null }]);
    expect(linksOf(link('F1', 'F2'))).to.deep.equal([{ to: 'b', role: null }]);
  });

  it('pass over what is not there', () => {
    expect(linksOf(link('F1', 'F9') + link('F9', 'F1'))).to.deep.equal([]);
  });

  it('are not told twice', () => {
    const files = `<fileGrp USE="OBJECTS">${file('F1', 'a')}</fileGrp><fileGrp USE="ALTO">${file('F2', 'b')}</fileGrp>`;
    expect(linksOf(link('F1', 'F2', TRANSCRIPT) + link('F1', 'F2', TRANSCRIPT), files)).to.have.length(1);
  });
});
