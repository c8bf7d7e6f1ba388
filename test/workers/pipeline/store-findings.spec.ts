import { expect } from 'chai';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS, type FindingsOfRun } from '../../../commands/run-findings/findings.js';
import { changedSince, readIndex, readPage, selectRows } from '../../../commands/run-findings/read-findings.js';
import type { WorkspaceObject } from '../../../commands/workspace/workspace-object.js';
import type { FileFindings } from '../../../formats/tools/findings/file-findings.js';
import type { ScanOutcome } from '../../../formats/tools/findings/findings.js';
import { storeFindings, type StoringFindings } from '../../../workers/pipeline/findings/store-findings.js';
import { failureOf } from '../../support/failure-of.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const OF: FindingsOfRun = { depositId: 'd1', runId: 'p1', epoch: 2 };
const CLEAN: ScanOutcome = { result: 'clean' };

const found = (path: string, puids: readonly string[], scanned: ScanOutcome = CLEAN): FileFindings => ({
  path,
  identified: {
    ...{ path, size: 3, modified: '', errors: '', sha256: '' },
    matches: puids.map((id) => ({
      ...{ namespace: 'pronom', id, format: `Format ${id}`, version: '', mime: '', class: '', basis: '' },
      warning: id === 'UNKNOWN' ? 'no match' : '',
    })),
  },
  scanned,
  extracted: null,
});

async function* each(findings: readonly FileFindings[]): AsyncGenerator<FileFindings> {
  for (const one of findings) yield await Promise.resolve(one);
}

const object = (path: string, etag: string, second: number): WorkspaceObject => ({
  ...{ path, etag, size: 3, sha256: null, contentType: null, name: null, fileModified: null },
  modified: new Date(second * 1_000),
  listed: { etag, modified: new Date(second * 1_000) },
});

describe('the findings of a pipeline run', () => {
  const folder = temporaryFolder();

  const stored = async (findings: readonly FileFindings[], files: readonly WorkspaceObject[] = []) => {
    const { store } = memoryBytes(['w']);
    const places = {
      workspaceBucket: 'w',
      exports: [],
      repository: { bucket: 'r', prefix: '' },
      staging: { bucket: 'w', prefix: 's/' },
    };
    const dependencies = { bytes: store, places };
    const storing: StoringFindings = {
      ...{
        dependencies,
        epoch: OF.epoch,
        folder: mkdtempSync(join(folder(), 'run-')),
        task: { jobId: OF.runId, depositId: OF.depositId },
      },
      step: (_name, effect) => effect(),
      requireLive: () => Promise.resolve(),
    };
    const recorded = await storeFindings(storing, {
      findings: each(findings),
      files,
      filesRoot: 'data/',
    });
    const index = (await readIndex(dependencies, OF, recorded.sha256))!;
    const pathsOf = async (filter: Partial<Parameters<typeof selectRows>[1]>, page = 1): Promise<string[]> => {
      const selected = selectRows(index, { kind: null, puid: null, ...filter });
      const rows = await readPage(dependencies, OF, index, { ...selected, page });
      return rows.map(({ kind, path }) => `${kind} ${path}`);
    };
    return { recorded, index, pathsOf, dependencies };
  };

  it('come worst first, each kind in the order of the files, without those that need nobody', async () => {
    const { recorded, pathsOf } = await stored([
      found('objects/a', ['fmt/1']),
      found('objects/b', ['UNKNOWN'], { result: 'unread', reason: 'encrypted' }),
      found('objects/c', ['fmt/1', 'fmt/2']),
      found('objects/d', ['fmt/1'], { result: 'infected', signature: 'Eicar' }),
      found('objects/ä\n', ['UNKNOWN']),
    ]);
    expect(recorded.rows).to.equal(7);
    expect(await pathsOf({})).to.deep.equal([
      'infected data/objects/d',
      'not-scanned data/objects/b',
      'not-identified data/objects/b',
      'not-identified data/objects/c',
      'not-identified data/objects/ä\n',
    ]);
    expect(await pathsOf({ kind: 'identified' })).to.deep.equal([
      'identified data/objects/a',
      'identified data/objects/d',
    ]);
    expect(await pathsOf({ kind: 'missing' })).to.deep.equal([]);
  });

  it('say what the tool says, the format and the size', async () => {
    const { dependencies, index } = await stored([
      found('objects/c', ['fmt/1', 'fmt/2']),
      found('objects/d', ['fmt/1'], { result: 'infected', signature: 'Eicar' }),
    ]);
    const rows = await readPage(dependencies, OF, index, { first: 0, rows: 2, page: 1 });
    expect(rows).to.deep.equal([
      {
        ...{ path: 'data/objects/d', kind: 'infected', reason: 'Eicar', puid: 'fmt/1', format: 'Format fmt/1' },
        ...{ size: 3, expected: null, found: null },
      },
      {
        ...{ path: 'data/objects/c', kind: 'not-identified', reason: 'Several formats: fmt/1, fmt/2.' },
        ...{ puid: null, format: null, size: 3, expected: null, found: null },
      },
    ]);
  });

  it('are read page by page, also by format, wherever a page begins among the rows', async () => {
    const name = (index: number): string => `objects/${String(index).padStart(3, '0')}`;
    const files = Array.from({ length: 180 }, (_, index) => found(name(index), [index % 3 === 0 ? 'fmt/2' : 'fmt/1']));
    const { pathsOf, index } = await stored([found('objects/x', ['UNKNOWN']), ...files]);
    expect(index.sections.map(({ kind, puid, rows }) => [kind, puid, rows])).to.deep.equal([
      ['not-identified', null, 1],
      ['identified', 'fmt/1', 120],
      ['identified', 'fmt/2', 60],
    ]);
    const all = async (filter: Parameters<typeof pathsOf>[0], pages: number): Promise<string[]> => {
      const read: string[] = [];
      for (let page = 1; page <= pages; page++) read.push(...(await pathsOf(filter, page)));
      return read;
    };
    const ofFormat = (puid: string): string[] =>
      files
        .filter(({ identified }) => identified?.matches[0]?.id === puid)
        .map(({ path }) => `identified data/${path}`);
    expect(await pathsOf({ puid: 'fmt/1' })).to.have.length(ROWS);
    expect(await all({ puid: 'fmt/1' }, 4)).to.deep.equal(ofFormat('fmt/1'));
    expect(await all({ puid: 'fmt/2' }, 3)).to.deep.equal(ofFormat('fmt/2'));
    expect(await all({ kind: 'identified' }, 5)).to.deep.equal([...ofFormat('fmt/1'), ...ofFormat('fmt/2')]);
    expect(await pathsOf({ puid: 'fmt/9' })).to.deep.equal([]);
  });

  it('tell how many files were stored after the tools had looked, by the clock of the store', async () => {
    const before = [object('objects/a', 'a', 1), object('objects/b', 'b', 2)];
    const { index } = await stored([found('objects/a', ['fmt/1'])], before);
    expect(changedSince(index, before)).to.equal(0);
    const replaced = object('objects/b', 'b2', 2);
    expect(changedSince(index, [before[0]!, replaced, object('objects/c', 'c', 3)])).to.equal(2);
    const { index: ofNone } = await stored([]);
    expect(changedSince(ofNone, before)).to.equal(null);
  });

  it('are refused where the index is not the one that the run has recorded', async () => {
    const { dependencies } = await stored([]);
    const failure = await failureOf(readIndex(dependencies, OF, '0'.repeat(64)));
    expect(String(failure)).to.include('d1.p1.2.findings.json');
    expect(await readIndex(dependencies, { ...OF, epoch: 3 }, '')).to.equal(null);
  });
});
