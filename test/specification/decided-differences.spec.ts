import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { readOpenApi } from '../../schemas/openapi-document.js';
import { projectRoot } from '../support/project-root.js';
import { titlesIn } from './titles-in-source.js';

interface Row {
  readonly row: number;
  readonly topic: string;
  /** The full titles of the tests that prove the behaviour, by their files from the project's folder. */
  readonly tests?: Readonly<Record<string, readonly string[]>>;
  readonly missing?: {
    /** What is not built yet, and so has no test. */
    readonly part: string;
    /** A word of the paths that it will have, which no path of the services has until then. */
    readonly pathsWith: string;
  };
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const table = parse(read('test/specification/decided-differences.yaml')) as readonly Row[];

describe('the rows of the specification that decide against the original system (companion 20)', () => {
  it('are all in the table, in their order, each with a test or with what is missing', () => {
    expect(table.map(({ row }) => row)).to.deep.equal(Array.from({ length: 44 }, (_, index) => index + 1));
    for (const { row, tests = {}, missing } of table)
      expect(Object.values(tests).flat().length > 0 || missing !== undefined, `row ${row}`).to.equal(true);
  });

  const services = ['preservation', 'storage'] as const;
  const paths = services.flatMap((service) => Object.keys(readOpenApi(service).paths));
  for (const { row, topic, tests = {}, missing } of table) {
    if (missing !== undefined)
      it(`row ${row}, ${topic}: not tested before this is built: ${missing.part}`, () =>
        expect(paths.filter((path) => path.toLowerCase().includes(missing.pathsWith))).to.deep.equal([]));
    for (const [file, titles] of Object.entries(tests))
      it(`row ${row}, ${topic}: proven in ${file}`, () => {
        const has = titlesIn(read(file));
        expect(titles.filter((title) => !has(title))).to.deep.equal([]);
      });
  }
});
