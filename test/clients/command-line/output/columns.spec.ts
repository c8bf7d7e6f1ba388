import { expect } from 'chai';
import { columns, type Column } from '../../../../clients/command-line/output/columns.js';

describe('a table', () => {
  const head: Column[] = [
    { name: 'SIZE', align: 'right' },
    { name: 'FORMAT', from: 60 },
    { name: 'SHA-256', from: 72, style: 'dim' },
    { name: 'NAME' },
  ];
  const rows = [
    ['355 B', 'text/plain', 'a3cd4cc3a0d1…', '1911-03-04 Clara an Jürgen.txt'],
    ['10.9 kB', '手紙', '', 'pictures/'],
  ];
  const text = (width: number, form: 'terminal' | 'pipe' = 'terminal', isHeadShown = true): string =>
    columns({ head, rows, isHeadShown, output: { form, width, paint: (_, painted) => painted } });

  it('has aligned columns, and the name last', () => {
    expect(text(80)).to.equal(
      [
        '   SIZE  FORMAT      SHA-256        NAME',
        '  355 B  text/plain  a3cd4cc3a0d1…  1911-03-04 Clara an Jürgen.txt',
        '10.9 kB  手紙                       pictures/',
        '',
      ].join('\n'),
    );
  });

  it('leaves columns out that a narrow terminal has no place for, and never cuts the name', () => {
    expect(text(71, 'terminal', false)).to.equal(
      '  355 B  text/plain  1911-03-04 Clara an Jürgen.txt\n10.9 kB  手紙        pictures/\n',
    );
    expect(text(50).split('\n')[1]).to.equal('  355 B  1911-03-04 Clara an Jürgen.txt');
  });

  it('has a line for each value on the narrowest', () => {
    expect(text(39)).to.equal('355 B\n1911-03-04 Clara an Jürgen.txt\n\n10.9 kB\npictures/\n');
  });

  it('has tabs, all columns and no head in a pipe', () => {
    expect(text(Infinity, 'pipe').split('\n')[1]).to.equal('10.9 kB\t手紙\t\tpictures/');
  });

  it('without rows is no text', () => {
    expect(columns({ head, rows: [], output: { form: 'terminal', width: 80, paint: (_, it) => it } })).to.equal('');
  });

  it('has its columns painted', () => {
    const painted = columns({
      head,
      rows,
      output: { form: 'terminal', width: 80, paint: (style, it) => `<${style} ${it}>` },
    });
    expect(painted.split('\n')[1]).to.contain('<dim a3cd4cc3a0d1…>  1911');
  });
});
