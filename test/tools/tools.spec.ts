import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { IdentifiedFile } from '../../formats/tools/findings/findings.js';
import type { FormatIdentifier, LocalFile } from '../../formats/tools/findings/tool-ports.js';
import { pipelineTools } from '../../infra/tools/pipeline-tools.js';
import { eicar } from '../../infra/tools/clamav/eicar.js';
import { clamav } from '../../infra/tools/clamav/virus-scanner.js';
import { sharedData } from '../support/shared-data.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { shellCommand } from '../support/tools/stand-in.js';
import { zipOf, type ZipHeader } from '../support/tools/zip-archive.js';
import { collected } from '../support/collected.js';
import { failureOf } from '../support/failure-of.js';
import { anyCall, ODD_NAMES, scanned, toolsConfig, writeFiles } from '../support/tools/tool-files.js';
import { extractorContract, identifierContract, scannerContract } from '../infra/tools/tools.contract.js';
import { clamscanIn, needsCommand, pygfriedIn, siegfriedIn, startClamd, toolPath, type Daemon } from './real-tools.js';
import { samples } from './samples.js';

const write = (folder: string) =>
  samples.map(({ name, content }) => {
    const location = join(folder, name);
    writeFileSync(location, content);
    return { path: name, location };
  });

const sorted = (files: readonly IdentifiedFile[]): readonly IdentifiedFile[] =>
  files.toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** What is known of formats by either command of Siegfried. */
const siegfriedContract = (made: () => FormatIdentifier): void => {
  const folder = temporaryFolder();

  identifierContract(made);

  it('knows the formats of small files', async () => {
    const results = await collected(made().identify(write(folder()), anyCall()));
    for (const { name, keys } of samples)
      expect(keys, name).to.include(results.find(({ path }) => path === name)?.matches[0]?.id);
  });

  it('knows the format of a real photograph', async () => {
    const location = sharedData('samples', 'eprints-10315s', 'objects', '372705s_001.jpg');
    const [result] = await collected(made().identify([{ path: 'a.jpg', location }], anyCall()));
    expect(result?.matches.map(({ id }) => id)).to.deep.equal(['fmt/43']);
  });
};

describe("Siegfried's command that runs pygfried itself", function () {
  const folder = temporaryFolder();
  let path = '';
  before(function () {
    needsCommand(this, 'brunnhilde.py'); // it lies beside the Python that has pygfried
  });
  beforeEach(async () => {
    path = await pygfriedIn(folder());
  });
  siegfriedContract(() => pipelineTools(toolsConfig(path)).identifier!);
});

describe("Siegfried's own command itself", function () {
  const folder = temporaryFolder();
  let path = '';
  beforeEach(function () {
    path = siegfriedIn(this, folder());
  });
  const made = (): FormatIdentifier => pipelineTools(toolsConfig(path)).identifier!;

  siegfriedContract(made);

  it('has the same result for a file as the one that runs pygfried', async function () {
    needsCommand(this, 'brunnhilde.py');
    const engine = pipelineTools(toolsConfig(await pygfriedIn(folder()))).identifier!;
    const files = [...write(folder()), ...writeFiles(folder(), ODD_NAMES)];
    const [byCommand, byEngine] = await Promise.all(
      [made(), engine].map(async (each) => sorted(await collected(each.identify(files, anyCall())))),
    );
    expect(byCommand).to.deep.equal(byEngine);
  });

  it('prints the same table of a folder as the one that runs pygfried', async function () {
    needsCommand(this, 'brunnhilde.py');
    const engine = await pygfriedIn(folder());
    const source = join(folder(), 'source');
    mkdirSync(join(source, 'b c'), { recursive: true });
    write(source);
    writeFiles(join(source, 'b c'), ODD_NAMES);
    symlinkSync('nowhere', join(source, 'link'));
    const [byCommand, byEngine] = [path, engine].map((bin) =>
      execFileSync(join(bin, 'sf'), ['-csv', '-hash', 'sha256', source], {
        encoding: 'utf8',
        stdio: 'pipe',
        env: { ...process.env, TZ: 'UTC' },
      })
        .split('\n')
        .toSorted(),
    );
    expect(byEngine).to.deep.equal(byCommand);
  });
});

describe('ExifTool itself', function () {
  before(function () {
    needsCommand(this, 'exiftool');
  });
  const folder = temporaryFolder();
  const made = () => pipelineTools(toolsConfig(toolPath)).extractor!;

  extractorContract(made);

  it('has the tags of small files', async () => {
    const results = await collected(made().extract(write(folder()), anyCall()));
    const kinds = results.map(({ tags }) => tags.find(({ name }) => name === 'MIME Type')?.value);
    const expected = [
      'image/png',
      'image/tiff',
      'application/pdf',
      'a document, or a ZIP archive', // without Archive::Zip ExifTool does not look into it
      'video/mp4',
      'audio/x-wav',
      'text/plain',
      undefined,
    ];
    const isOffice = (kind = ''): boolean => /^application\/(?:zip|vnd\.openxmlformats)/.test(kind);
    expect(kinds.map((kind) => (isOffice(kind) ? 'a document, or a ZIP archive' : kind))).to.deep.equal(expected);
    expect(results.at(-1)?.error).to.equal('File is empty');
  });
});

/** What ClamAV does not look into, by what the header of the member says. */
const skipped: Readonly<Record<string, ZipHeader>> = {
  'has its size in ZIP64': { packedBytes: 0xffffffff, bytes: 0xffffffff },
  'is said to be compressed otherwise': { method: 14 },
  'is encrypted': { flags: 1 },
  'is said to have no bytes': { packedBytes: 0 },
};

/** A file of a size that begins with the EICAR text. */
const infectedFile = (folder: string, bytes: number): LocalFile => {
  const location = join(folder, 'infected');
  const content = Buffer.alloc(bytes, 'x');
  content.write(eicar());
  writeFileSync(location, content);
  return { path: 'infected', location };
};

describe('clamscan itself', function () {
  let clamscan = '';
  before(function () {
    clamscan = needsCommand(this, 'clamscan');
  });
  const folder = temporaryFolder();
  const made = (path: string, environment: Readonly<Record<string, string>> = {}) => {
    const config = toolsConfig(path, environment);
    return clamav(config.clamav, config);
  };

  scannerContract((environment) => made(clamscanIn(folder(), clamscan), environment));

  it('has not read a file of which it looks at no byte', async () => {
    const scanner = made(clamscanIn(folder(), clamscan), { MUNIMENT_TOOL_CLAMAV_FILE_BYTES: '100000' });
    const [found] = await scanned(scanner, [infectedFile(folder(), 5_000_000)]);
    expect(found?.outcome.result).to.equal('unread');
  });

  it('is a failure without signatures', async () => {
    const none = join(folder(), 'none');
    mkdirSync(none);
    const path = shellCommand(join(folder(), 'bin'), 'clamscan', `exec '${clamscan}' --database='${none}' "$@"`);
    const scan = scanned(made(path), writeFiles(folder(), ['a']));
    expect(await failureOf(scan)).to.include({ name: 'ToolFailure', tool: 'clamav' });
  });

  it('does not call an archive clean that holds more than it scans', async () => {
    const scanner = made(clamscanIn(folder(), clamscan), { MUNIMENT_TOOL_CLAMAV_FILE_BYTES: '1000000' });
    const location = join(folder(), 'large.zip');
    // The size in its header is false, as the platform itself would not call it clean otherwise.
    writeFileSync(location, zipOf(Buffer.alloc(8_000_000), { bytes: 10 }));
    const [found] = await scanned(scanner, [{ path: 'large.zip', location }]);
    expect(found?.outcome).to.deep.equal({ result: 'unread', reason: 'Heuristics.Limits.Exceeded.MaxScanSize' });
  });

  for (const [name, header] of Object.entries(skipped))
    it(`does not call an archive clean in which EICAR ${name}`, async () => {
      const location = join(folder(), 'skipped.zip');
      writeFileSync(location, zipOf(Buffer.from(eicar()), header, {}));
      const file = { path: 'skipped.zip', location };
      const [found] = await scanned(made(clamscanIn(folder(), clamscan)), [file]);
      expect(found?.outcome.result).to.equal('unread');
    });

  it('tells how many signatures it has', async () => {
    await using scan = await made(clamscanIn(folder(), clamscan)).begin(anyCall());
    expect(await scan.end()).to.equal(1);
  });
});

describe('clamd itself', function () {
  let clamd = '';
  before(function () {
    clamd = needsCommand(this, 'clamd');
  });
  let daemon: Daemon | null = null;
  const folder = temporaryFolder(async () => daemon?.kill());
  beforeEach(async () => {
    daemon = await startClamd(folder(), clamd);
  });
  const made = (environment: Readonly<Record<string, string>> = {}) => {
    const config = toolsConfig('', { MUNIMENT_TOOL_CLAMD: daemon!.socket, ...environment });
    return clamav(config.clamav, config);
  };

  scannerContract(made);

  it('finds a virus in the first part of a file that is longer than the stream that it takes', async () => {
    const scanner = made({ MUNIMENT_TOOL_CLAMAV_FILE_BYTES: '1000000' });
    const [found] = await scanned(scanner, [infectedFile(folder(), 5_000_000)]);
    expect(found?.outcome.result).to.equal('infected');
  });

  it('has not read a stream that is longer than it takes', async () => {
    const location = join(folder(), 'large');
    writeFileSync(location, Buffer.alloc(5_000_000, 'x'));
    const [result] = await scanned(made(), [{ path: 'large', location }]);
    expect(result?.outcome.result).to.equal('unread');
  });

  it('does not call an archive clean that holds more than it scans, with the configuration that docs/tools.md tells', async () => {
    const location = join(folder(), 'large.zip');
    writeFileSync(location, zipOf(Buffer.alloc(8_000_000), { bytes: 10 }));
    const [found] = await scanned(made(), [{ path: 'large.zip', location }]);
    expect(found?.outcome).to.deep.equal({ result: 'unread', reason: 'Heuristics.Limits.Exceeded.MaxScanSize' });
  });

  it('is a failure when it is killed in the middle', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `file ${index}`);
    const files = writeFiles(folder(), names);
    const work = (async () => {
      await using scan = await made().begin(anyCall());
      for await (const { outcome } of scan.scan(files)) {
        expect(outcome.result).to.equal('clean');
        await daemon?.kill();
      }
    })();
    expect(await failureOf(work)).to.include({ name: 'ToolFailure', tool: 'clamav' });
  });
});

describe('Brunnhilde itself', function () {
  let clamscan = '';
  before(function () {
    needsCommand(this, 'brunnhilde.py');
    needsCommand(this, 'tree');
    clamscan = needsCommand(this, 'clamscan');
  });
  const folder = temporaryFolder();

  it('writes its report, with the command sf that runs pygfried', async () => {
    const commands = [await pygfriedIn(folder()), clamscanIn(folder(), clamscan)].join(':');
    const reporter = pipelineTools(toolsConfig(`${commands}:${toolPath}`)).reporter!;
    const [source, destination] = [join(folder(), 'objects'), join(folder(), 'report')];
    mkdirSync(destination);
    writeFiles(source, ['a.txt', 'b c.txt']);
    expect(await reporter.version(anyCall())).to.match(/^\d+\.\d+/);
    await reporter.report(source, destination, anyCall());
    expect(readFileSync(join(destination, 'siegfried.csv'), 'utf8'))
      .to.contain('b c.txt')
      .and.to.contain('x-fmt/111');
  });
});
