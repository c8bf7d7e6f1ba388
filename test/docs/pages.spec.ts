import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/project-root.js';

const folder = join(projectRoot, 'docs');
const pageOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** The title of a decision, whether it holds, by which page or for what reason it does not, and the day of the decision. */
const HEAD =
  /^# \d+\. .+\n\n- Status: (accepted|(?:accepted, )?withdrawn(?: in part)? \(\d{4}-\d\d-\d\d\): .+|(accepted, superseded in part|superseded) by \[ADR \d+\]\((\d{4}-[^)]+)\).*)\n- Date: \d{4}-\d\d-\d\d\n\n/;

describe('the pages of decisions', () => {
  const names = readdirSync(join(folder, 'adr')).filter((name) => name.endsWith('.md'));

  it('begin with their status and date, and name the page that supersedes them', () => {
    const pages = names.map((name) => ({ name, head: HEAD.exec(pageOf(`adr/${name}`)) }));
    expect(pages.filter(({ head }) => head === null).map(({ name }) => name)).to.deep.equal([]);
    const superseding = pages.flatMap(({ head }) => head?.[3] ?? []);
    expect(superseding.filter((name) => !names.includes(name))).to.deep.equal([]);
  });

  it('are numbered by their file names, each number once', () => {
    const titled = names.map((name) => /^# (\d+)\./.exec(pageOf(`adr/${name}`))?.[1]?.padStart(4, '0'));
    expect(titled).to.deep.equal(names.map((name) => name.slice(0, 4)));
    expect(new Set(titled).size).to.equal(names.length);
  });
});

describe('the glossary', () => {
  it('has its terms in the order of the alphabet, each once', () => {
    const rows = pageOf('glossary.md').matchAll(/^\| ([^|]+?) +\|/gm);
    const terms = Array.from(rows, ([, term = '']) => term).filter((term) => term !== 'word' && !/^-+$/.test(term));
    expect(terms).to.have.length.above(50);
    expect(terms).to.deep.equal([...new Set(terms)].sort());
  });
});

describe('the differences from the specification', () => {
  const page = pageOf('deviations.md');
  const rows = Array.from(page.matchAll(/^\| (\d+) .*$/gm), ([row, number]) => ({
    number: Number(number),
    cells: row.split(/(?<!\\)\|/).slice(1, -1),
  }));

  it('have a place, what is done there, and a reason', () => {
    expect(rows).to.have.length.above(50);
    for (const { number, cells } of rows)
      expect([number, cells.length, cells.every((cell) => cell.trim() !== '')]).to.deep.equal([number, 4, true]);
  });

  it('have each number once, in order, and say which numbers are no more', () => {
    const [, gone = ''] = /numbers ([\d, and]+) were differences/.exec(page) ?? [];
    const withdrawn = Array.from(gone.matchAll(/\d+/g), ([number]) => Number(number));
    const numbers = rows.map(({ number }) => number);
    expect(numbers).to.deep.equal([...numbers].sort((a, b) => a - b));
    const all = [...numbers, ...withdrawn].sort((a, b) => a - b);
    expect(all).to.deep.equal(all.map((_, index) => index + 1));
  });
});
