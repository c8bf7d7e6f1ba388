import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { forEachConcurrently } from '../../flow/concurrently.js';
import type { DescribedFile } from '../../formats/mets/model/described-mets.js';
import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { shellCommand } from '../support/tools/stand-in.js';
import { needsCommand, toolPath } from './real-tools.js';
import { processesWith } from '../support/processes/processes-with.js';
import { startToolPlatform, type ToolPlatform } from './tool-platform.js';

const MiB = 1024 ** 2;
/** 50,000 files take minutes to upload. */
const MANY_FILES = Number(process.env['MUNIMENT_TEST_MANY_FILES'] ?? 1_500);
/** In MiB; the largest that was tried has 20 GB. */
const LARGE_FILE = Number(process.env['MUNIMENT_TEST_LARGE_FILE'] ?? 300);
/** Decompressed, in MiB: more than ClamAV scans of one file. */
const BOMB = 600;

/** What the memory of the process and the files in a folder were at most while something was done, in bytes. */
interface Peak {
  memory: number;
  files: number;
}

/** Files with another name elsewhere take no room of their own. */
const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.nlink === 1 ? found.blocks * 512 : 0), 0);

/** Looks again and again while the work is done. */
const peakDuring = async (folder: string, work: Promise<unknown>): Promise<Peak> => {
  const peak: Peak = { memory: 0, files: 0 };
  const ended = new AbortController();
  const done = work.finally(() => ended.abort());
  while (!ended.signal.aborted) {
    peak.memory = Math.max(peak.memory, process.memoryUsage.rss());
    // A folder may be removed while it is read.
    peak.files = Math.max(peak.files, existsSync(folder) ? attempted(() => bytesBelow(folder)) : 0);
    await setTimeout(50);
  }
  await done;
  return peak;
};

const attempted = (count: () => number): number => {
  try {
    return count();
  } catch {
    return 0;
  }
};

/** Bytes that are all zero, in pieces. */
function* zeros(mebibytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(MiB);
  for (let at = 0; at < mebibytes; at++) yield piece;
}

const entriesOf = <Type extends MetadataEntry['type']>(
  file: DescribedFile | undefined,
  type: Type,
): Extract<MetadataEntry, { type: Type }>[] =>
  (file?.metadata ?? []).filter((each): each is Extract<MetadataEntry, { type: Type }> => each.type === type);

describe('a run of the pipeline over hostile files, with real tools', () => {
  let clamscan = '';
  let exiftool = '';
  let running: ToolPlatform | null = null;
  const folder = temporaryFolder(() => running?.platform.stop() ?? Promise.resolve());
  before(function () {
    exiftool = needsCommand(this, 'exiftool');
    needsCommand(this, 'brunnhilde.py'); // it lies beside the Python that has pygfried
    clamscan = needsCommand(this, 'clamscan');
  });

  it('records an error for a file that crashes a tool or hangs it, describes the others, and leaves no process', async () => {
    const program = fileURLToPath(new URL('../infra/tools/stand-ins/breaking-exiftool.js', import.meta.url));
    const script = `exec '${process.execPath}' '${program}' '${exiftool}' "$@"`;
    const breaking = shellCommand(join(folder(), 'breaking'), 'exiftool', script);
    running = await startToolPlatform(folder(), clamscan, {
      MUNIMENT_TOOL_PATH: `${breaking}:${toolPath}`,
      MUNIMENT_TOOL_SILENT_SECONDS: '2',
    });
    const deposit = await running.deposit('breaking');
    const files = { 'a.txt': 'calm', 'b.txt': 'CRASHES it', 'c.txt': 'calm', 'd.txt': 'HANGS it', 'e.txt': 'calm' };
    for (const [name, text] of Object.entries(files)) await running.put(deposit, `objects/${name}`, Buffer.from(text));
    await running.begin(deposit);
    const run = await running.ended(deposit);
    expect(run).to.deep.include({ status: 'completed', errors: null });
    expect(run.counts).to.include({ identified: 5, infected: 0, failed: 2 });
    const described = await running.described(deposit);
    for (const [name, text] of Object.entries(files)) {
      const file = described.get(`objects/${name}`);
      expect(
        entriesOf(file, 'VirusScanMetadata').map(({ hasVirus }) => hasVirus),
        name,
      ).to.deep.equal([false]);
      expect(entriesOf(file, 'ExifMetadata').length, name).to.equal(text === 'calm' ? 1 : 0);
    }
    while (processesWith(folder()).length > 0) await setTimeout(20);
    await running.expectNothingLeft(deposit);
  });

  it('looks at a bomb of nested archives as a file, while the run of another deposit goes on', async () => {
    running = await startToolPlatform(folder(), clamscan);
    const [bomb, calm] = [await running.deposit('bomb'), await running.deposit('calm')];
    const inner = gzipSync(Buffer.concat([...zeros(BOMB)]));
    await running.put(bomb, 'objects/bomb.gz', gzipSync(inner));
    await running.put(bomb, 'objects/beside.txt', Buffer.from('beside it'));
    await running.put(calm, 'objects/calm.txt', Buffer.from('calm'));
    const before = process.memoryUsage.rss();
    await running.begin(bomb);
    await running.begin(calm);
    const peak = await peakDuring(join(folder(), 'data', 'scratch'), running.platform.settle());
    expect(peak.files, 'bytes of temporary files').to.be.lessThan(BOMB * MiB);
    expect(peak.memory - before, 'memory').to.be.lessThan(512 * MiB);
    for (const deposit of [bomb, calm]) {
      expect(await running.ended(deposit)).to.deep.include({ status: 'completed', errors: null });
      await running.expectNothingLeft(deposit);
    }
    const described = await running.described(bomb);
    expect(entriesOf(described.get('objects/bomb.gz'), 'FileFormatMetadata')[0]?.pronomKey).to.equal('x-fmt/266');
    expect(entriesOf(described.get('objects/beside.txt'), 'VirusScanMetadata')[0]?.hasVirus).to.equal(false);
  });

  it(`looks at ${MANY_FILES} small files, and records each once`, async () => {
    const tools = await startToolPlatform(folder(), clamscan);
    running = tools;
    const deposit = await tools.deposit('many');
    const paths = Array.from({ length: MANY_FILES }, (_, index) => `objects/${index % 100}/${index}.txt`);
    await forEachConcurrently(paths, { width: 32 }, (path) => tools.put(deposit, path, Buffer.from(`of ${path}\n`)));
    await running.begin(deposit);
    const run = await running.ended(deposit);
    expect(run).to.deep.include({ status: 'completed', errors: null });
    expect(run.counts).to.include({ identified: MANY_FILES, unidentified: 0, infected: 0, failed: 0 });
    const described = await running.described(deposit);
    expect([...described.keys()]).to.include.members(paths);
    for (const path of paths) expect(entriesOf(described.get(path), 'VirusScanMetadata'), path).to.have.length(1);
    await running.expectNothingLeft(deposit);
  });

  it(`never calls a file of ${LARGE_FILE} MiB clean, which is too large to be scanned`, async () => {
    running = await startToolPlatform(folder(), clamscan);
    const deposit = await running.deposit('large');
    const size = LARGE_FILE * MiB + 9;
    const tail = randomBytes(9);
    const content = function* (): Generator<Buffer> {
      yield* zeros(LARGE_FILE);
      yield tail;
    };
    await running.put(deposit, 'objects/large.bin', { stream: Readable.from(content()), size });
    await running.put(deposit, 'objects/small.txt', Buffer.from('small'));
    const before = process.memoryUsage.rss();
    await running.begin(deposit);
    const peak = await peakDuring(join(folder(), 'data', 'scratch'), running.platform.settle());
    expect(peak.files, 'bytes of temporary files').to.be.lessThan(100 * MiB);
    expect(peak.memory - before, 'memory').to.be.lessThan(512 * MiB);
    const run = await running.ended(deposit);
    expect(run).to.deep.include({ status: 'completed', errors: null });
    const described = await running.described(deposit);
    const large = described.get('objects/large.bin');
    expect(large?.size).to.equal(size);
    expect(entriesOf(large, 'VirusScanMetadata')).to.deep.equal([]);
    expect(entriesOf(described.get('objects/small.txt'), 'VirusScanMetadata')[0]?.hasVirus).to.equal(false);
    await running.expectNothingLeft(deposit);
  });
});
