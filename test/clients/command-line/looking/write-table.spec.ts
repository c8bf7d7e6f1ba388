import { expect } from 'chai';
import { writeTable } from '../../../../clients/command-line/looking/write-table.js';
import { columns, type Column } from '../../../../clients/command-line/output/columns.js';

describe('a table of very many rows', () => {
  const HEAD: Column[] = [{ name: 'SIZE', align: 'right' }, { name: 'NAME' }];
  const ROWS = Array.from({ length: 2_500 }, (_, index) => [`${index} B`, `"Brief"\t${index}\u2026`]);

  async function* each(rows: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
    yield* await Promise.resolve(rows);
  }
  const written = async (rows: readonly (readonly string[])[], width: number): Promise<string> => {
    let all = '';
    const write = (text: string): Promise<void> => {
      all += text;
      return Promise.resolve();
    };
    const output = { form: 'terminal' as const, width, paint: (_: unknown, text: string) => text, write };
    await writeTable(output, HEAD, each(rows));
    expect(all).to.equal(columns({ head: HEAD, rows, output }));
    return all;
  };

  it('has the widths of all its rows on a terminal', async () => {
    const [head, first, ...others] = (await written(ROWS, 80)).split('\n');
    expect([head, first]).to.deep.equal(['  SIZE  NAME', '   0 B  "Brief"\t0\u2026']);
    expect(others.slice(-2)).to.deep.equal(['2499 B  "Brief"\t2499\u2026', '']);
  });

  it('has one blank line between two rows on the narrowest', async () => {
    expect((await written(ROWS, 39)).split('\n\n')).to.have.length(2_500);
  });

  it('has no head without rows', async () => expect(await written([], 80)).to.equal(''));
});
