import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readObjects } from '../../../commands/workspace/view-workspace.js';
import type { WorkspaceObject } from '../../../commands/workspace/workspace-object.js';
import {
  type LocalFile,
  type PipelineTools,
  type ToolCall,
  type VirusScanner,
  ToolFailure,
} from '../../../formats/tools/findings/tool-ports.js';
import { downloadedCopies } from '../../../workers/pipeline/local-copies.js';
import { StepTimes } from '../../../workers/pipeline/step-times.js';
import { lookAtFiles, type LookOptions } from '../../../workers/pipeline/look-at-files.js';
import { RunFailure } from '../../../workers/pipeline/run-failure.js';
import { progress } from '../../../workers/progress.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { failureOf } from '../../support/failure-of.js';

const PLACE = { bucket: 'workspace', prefix: 'deposits/d1/' };

describe('the files that the tools of a pipeline look at', () => {
  const folder = temporaryFolder();
  const put = (store: ReturnType<typeof memoryBytes>['store'], path: string, text: string): Promise<unknown> =>
    store.put({ bucket: PLACE.bucket, key: PLACE.prefix + path }, Buffer.from(text));

  /** A scanner that calls `bad` infected, and does something before it answers. */
  const scanner = (
    before: (files: readonly LocalFile[], call: ToolCall) => Promise<void>,
    end: () => Promise<number | null> = () => Promise.resolve(7),
  ): PipelineTools => ({
    identifier: null,
    extractor: null,
    reporter: null,
    scanner: {
      version: () => Promise.resolve({ definition: 'v', engine: 'v', signaturesMade: null }),
      begin: (call) =>
        Promise.resolve({
          async *scan(files) {
            await before(files, call);
            for (const { path, location } of files) {
              const isBad = readFileSync(location, 'utf8') === 'bad';
              yield { path, outcome: isBad ? { result: 'infected', signature: 'Bad' } : { result: 'clean' } };
            }
          },
          end,
          [Symbol.asyncDispose]: () => Promise.resolve(),
        }),
    },
  });

  const looking = (
    store: ReturnType<typeof memoryBytes>['store'],
    tools: PipelineTools,
    more: Partial<LookOptions> = {},
  ): LookOptions => ({
    tools,
    copies: downloadedCopies(store),
    place: { ...PLACE, filesRoot: '' },
    folder: folder(),
    temporaryFolder: folder(),
    maxBytes: 1_000_000,
    list: (): Promise<readonly WorkspaceObject[]> => readObjects(store, PLACE),
    step: (_name, effect) => effect(),
    progress: progress(() => undefined, { step: 'look', files: null, bytes: null }),
    times: new StepTimes(() => new Date()),
    signal: new AbortController().signal,
    ...more,
  });

  const outcomes = async (of: LookOptions): Promise<Record<string, string | undefined>> => {
    const found: Record<string, string | undefined> = {};
    for await (const { path, scanned } of (await lookAtFiles(of)).findings) found[path] = scanned?.result;
    return found;
  };

  it('have plain names with their own extension, whatever the names in the deposit are', async () => {
    const { store } = memoryBytes(['workspace']);
    const names = [
      'objects/-rf.txt',
      'objects/new\nline.JPG',
      'objects/😀',
      'objects/a.b c',
      'objects/' + 'x'.repeat(250) + '.tif',
    ];
    for (const name of names) await put(store, name, 'x');
    const locations: string[] = [];
    await outcomes(
      looking(
        store,
        scanner((files) => {
          locations.push(...files.map(({ location }) => location));
          return Promise.resolve();
        }),
      ),
    );
    for (const location of locations) expect(location).to.match(/\/\d+(?:\.(?:txt|JPG|tif))?$/);
  });

  it('are looked at again when they were replaced meanwhile, so that the findings are about what is there', async () => {
    const { store } = memoryBytes(['workspace']);
    await put(store, 'objects/a.txt', 'good');
    await put(store, 'objects/gone.txt', 'good');
    let isFirst = true;
    const tools = scanner(async () => {
      if (!isFirst) return;
      isFirst = false;
      await put(store, 'objects/a.txt', 'bad');
      await put(store, 'objects/late.txt', 'good');
      await store.delete('workspace', [`${PLACE.prefix}objects/gone.txt`]);
    });
    expect(await outcomes(looking(store, tools))).to.deep.equal({
      'objects/a.txt': 'infected',
      'objects/late.txt': 'clean',
    });
  });

  it('end the run when they never stay the same', async () => {
    const { store } = memoryBytes(['workspace']);
    await put(store, 'objects/a.txt', '0');
    let count = 0;
    const tools = scanner(async () => {
      await put(store, 'objects/a.txt', `${++count}`);
    });
    const error = await lookAtFiles(looking(store, tools)).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(RunFailure);
  });

  it('end the run when one is larger than there is room for, before anything is copied', async () => {
    const { store } = memoryBytes(['workspace']);
    await put(store, 'objects/a.txt', 'x'.repeat(600));
    const error = await lookAtFiles(
      looking(
        store,
        scanner(() => Promise.resolve()),
        { maxBytes: 1_000 },
      ),
    ).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(RunFailure);
    expect((error as RunFailure).message).to.match(/objects\/a\.txt has 600 bytes/);
  });

  it('never take more room than there is, however many they are', async () => {
    const { store } = memoryBytes(['workspace']);
    for (let index = 0; index < 50; index++) await put(store, `objects/${index}`, 'x'.repeat(100));
    let most = 0;
    const tools = scanner(() => {
      const folders = readdirSync(folder()).filter((name) => name.startsWith('files-'));
      most = Math.max(most, folders.flatMap((name) => readdirSync(join(folder(), name))).length);
      return Promise.resolve();
    });
    expect(Object.keys(await outcomes(looking(store, tools, { maxBytes: 1_000 })))).to.have.length(50);
    expect(most).to.be.within(1, 10);
    expect(readdirSync(folder())).to.deep.equal(['findings']);
  });

  it('have no findings when the scanner cannot be believed at the end of its scan', async () => {
    const { store } = memoryBytes(['workspace']);
    await put(store, 'objects/a.txt', 'good');
    const failure = new ToolFailure('clamav', 'failed', 'ClamAV has no virus signatures.');
    const tools = scanner(
      () => Promise.resolve(),
      () => Promise.reject(failure),
    );
    expect(await failureOf(lookAtFiles(looking(store, tools)))).to.equal(failure);
  });

  it('are counted one after the other, as soon as all tools have looked at them', async () => {
    const { store } = memoryBytes(['workspace']);
    for (let index = 0; index < 3; index++) await put(store, `objects/${index}`, 'x'.repeat(index + 1));
    const counted: string[] = [];
    const extractor = {
      version: () => Promise.resolve('1'),
      async *extract(files: readonly LocalFile[]) {
        for (const { path } of files) {
          counted.push(`before ${path}`);
          yield await Promise.resolve({ path, tags: [], error: '' });
        }
      },
    };
    const done = (bytes: number) => void counted.push(`${bytes} bytes`);
    const reports = { begin: () => ({ moved: () => undefined, done }) };
    const none = { identifier: null, scanner: null, reporter: null };
    await lookAtFiles(looking(store, { ...none, extractor }, { progress: reports }));
    const expected = ['before objects/0', '1 bytes', 'before objects/1', '2 bytes', 'before objects/2', '3 bytes'];
    expect(counted).to.deep.equal(expected);
  });

  it('are scanned in one scan, whose signatures are told', async () => {
    const { store } = memoryBytes(['workspace']);
    for (let index = 0; index < 3; index++) await put(store, `objects/${index}`, 'x'.repeat(600));
    let scans = 0;
    const { scanner: whole, ...none } = scanner(() => Promise.resolve());
    const counted = { ...whole!, begin: (call: ToolCall) => whole!.begin(call).finally(() => scans++) };
    const looked = await lookAtFiles(looking(store, { ...none, scanner: counted }, { maxBytes: 1_200 }));
    expect([looked.knownViruses, scans]).to.deep.equal([7, 1]);
  });

  it('end the run when a tool gives no result for one of them', async () => {
    const { store } = memoryBytes(['workspace']);
    await put(store, 'objects/a.txt', 'good');
    const { scanner: whole, ...none } = scanner(() => Promise.resolve());
    const early: VirusScanner = {
      ...whole!,
      begin: async (call) => ({
        ...(await whole!.begin(call)),
        // oxlint-disable-next-line typescript/require-await -- it ends before its first result
        async *scan() {
          return;
        },
      }),
    };
    const tools = { ...none, scanner: early };
    const error = await lookAtFiles(looking(store, tools)).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(RunFailure);
    expect((error as RunFailure).message).to.equal('The virus scan gave no result for objects/a.txt.');
  });

  const siegfried = (errorOf: (path: string) => string): PipelineTools => ({
    ...scanner(() => Promise.resolve()),
    identifier: {
      version: () => Promise.resolve({ version: '1', signature: 's', created: 'c', identifiers: [] }),
      async *identify(files) {
        for (const { path } of files) {
          const errors = errorOf(path);
          yield await Promise.resolve({ path, size: 1, modified: '', errors, sha256: '', matches: [] });
        }
      },
    },
  });

  it('end the run when a tool failed on every one of them, with what it did', async () => {
    const { store } = memoryBytes(['workspace']);
    for (let index = 0; index < 5; index++) await put(store, `objects/${index}.txt`, 'good');
    const tools = siegfried(() => 'Siegfried ended with 137 (SIGKILL).');
    expect(await failureOf(lookAtFiles(looking(store, tools)))).to.include({
      name: 'ToolFailure',
      message: 'Siegfried failed on all files (5). For objects/0.txt: Siegfried ended with 137 (SIGKILL).',
    });
  });

  it('end the run when ExifTool failed on every one of them', async () => {
    const { store } = memoryBytes(['workspace']);
    await put(store, 'objects/a.txt', 'good');
    const extractor = {
      version: () => Promise.resolve('1'),
      async *extract(files: readonly LocalFile[]) {
        for (const { path } of files) yield await Promise.resolve({ path, tags: [], error: 'no library' });
      },
    };
    const failure = await failureOf(
      lookAtFiles(looking(store, { identifier: null, scanner: null, reporter: null, extractor })),
    );
    expect(failure).to.have.property('message', 'ExifTool failed on all files (1). For objects/a.txt: no library.');
  });

  it('do not end the run when a tool failed on some of them', async () => {
    const { store } = memoryBytes(['workspace']);
    for (let index = 0; index < 5; index++) await put(store, `objects/${index}.txt`, 'good');
    const tools = siegfried((path) => (path === 'objects/3.txt' ? '' : 'failed'));
    expect(Object.keys(await outcomes(looking(store, tools)))).to.have.length(5);
  });

  it('stop the other tools when one fails', async () => {
    const { store } = memoryBytes(['workspace']);
    await put(store, 'objects/a.txt', 'good');
    let stopped = false;
    const waiting = scanner(
      (_files, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            reject(new Error('stopped'));
          });
        }),
    );
    const failure = new ToolFailure('exiftool', 'failed', 'ExifTool ended with 1.');
    const extractor = {
      version: () => Promise.resolve('1'),
      // oxlint-disable-next-line typescript/require-await -- it fails before its first result
      async *extract() {
        throw failure;
      },
    };
    const error = await lookAtFiles(looking(store, { ...waiting, extractor })).catch((thrown: unknown) => thrown);
    expect([error, stopped]).to.deep.equal([failure, true]);
  });
});
