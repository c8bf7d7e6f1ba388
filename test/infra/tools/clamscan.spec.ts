import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { eicar } from '../../../infra/tools/clamav/eicar.js';
import { clamav } from '../../../infra/tools/clamav/virus-scanner.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { silentSeconds } from '../../support/tools/silent-seconds.js';
import { shellCommand, standIns } from '../../support/tools/stand-in.js';
import { collected } from '../../support/collected.js';
import { failureOf } from '../../support/failure-of.js';
import { anyCall, ODD_NAMES, scanned, toolsConfig, writeFiles } from '../../support/tools/tool-files.js';
import { scannerContract } from './tools.contract.js';

describe('clamscan, played by a stand-in', () => {
  const folder = temporaryFolder();
  const made = (environment: Readonly<Record<string, string>> = {}) => {
    const bin = standIns(join(folder(), 'bin'), 'clamscan');
    const script = `echo "$*" >> '${join(folder(), 'starts')}'; exec '${bin}/clamscan' "$@"`;
    const path = shellCommand(join(folder(), 'noted'), 'clamscan', script);
    const config = toolsConfig(path, environment);
    return clamav(config.clamav, config);
  };

  /** How often it was started to scan files. */
  const starts = (): number =>
    readFileSync(join(folder(), 'starts'), 'utf8')
      .split('\n')
      .filter((words) => words.includes('--file-list')).length;

  scannerContract(made);

  it('tells how many signatures it has, and when they were made', async () => {
    await using scan = await made().begin(anyCall());
    expect(await scan.end()).to.equal(8_708_624);
    const { signaturesMade } = await made().version(anyCall());
    expect(signaturesMade?.toISOString()).to.equal('2026-01-20T07:24:12.000Z');
  });

  it('is started once for files of any names, and no other client of ClamAV', async () => {
    shellCommand(join(folder(), 'noted'), 'clamdscan', `touch '${join(folder(), 'asked')}'`);
    const files = writeFiles(folder(), ['a', ...ODD_NAMES]);
    const results = await scanned(made(), files);
    expect(results.map(({ outcome }) => outcome.result)).to.deep.equal(files.map(() => 'clean'));
    const lines = readFileSync(join(folder(), 'starts'), 'utf8').trim().split('\n');
    expect([lines.length, existsSync(join(folder(), 'asked'))]).to.deep.equal([1, false]);
  });

  it('is started once for all files of a scan, of which some come later', async () => {
    await using scan = await made().begin(anyCall());
    const outcomes = [];
    for (const name of ['a', 'bad', 'no line', 'z']) {
      const [file] = writeFiles(folder(), [name]);
      if (name === 'bad') writeFileSync(file!.location, eicar());
      for (const { outcome } of await collected(scan.scan([file!]))) outcomes.push(outcome.result);
    }
    await scan.end();
    expect(outcomes).to.deep.equal(['clean', 'infected', 'unread', 'clean']);
    expect(starts()).to.equal(1);
  });

  it('takes further files before it has answered about the last ones', async () => {
    await using scan = await made().begin(anyCall());
    const parts = ['one', 'two', 'three'].map((name) => writeFiles(join(folder(), name), ['a', 'b']));
    const results = await Promise.all(parts.map((files) => collected(scan.scan(files))));
    await scan.end();
    expect(results.map((part) => part.map(({ outcome }) => outcome.result))).to.deep.equal(
      parts.map(() => ['clean', 'clean']),
    );
    expect(starts()).to.equal(1);
  });

  it('tells of the first of many files before it has come to the last', async () => {
    const names = [...Array.from({ length: 60 }, (_, index) => `${index}`), 'hangs'];
    await using scan = await made().begin(anyCall());
    for await (const { outcome } of scan.scan(writeFiles(folder(), names))) {
      expect(outcome.result).to.equal('clean');
      break;
    }
  });

  it('is not ended for its silence while it has nothing to scan', async () => {
    const files = writeFiles(folder(), ['a']);
    const MUNIMENT_TOOL_SILENT_SECONDS = await silentSeconds(() => scanned(made(), files));
    const silent = made({ MUNIMENT_TOOL_SILENT_SECONDS });
    await using scan = await silent.begin(anyCall());
    await collected(scan.scan(files));
    await scanned(silent, writeFiles(join(folder(), 'other'), ['hangs'])); // which takes longer than the limit
    const [found] = await collected(scan.scan(files));
    await scan.end();
    expect(found?.outcome.result).to.equal('clean');
  });

  it('leaves no temporary file and no process behind when its scan is given up', async () => {
    const temporaryFolder = join(folder(), 'temporary');
    mkdirSync(temporaryFolder);
    const scan = await made().begin({ ...anyCall(), temporaryFolder });
    await scan[Symbol.asyncDispose]();
    expect(readdirSync(temporaryFolder)).to.deep.equal([]);
  });

  for (const name of ['too large', 'encrypted', 'no line'])
    it(`has not read a file that is: ${name}`, async () => {
      const results = await scanned(made(), writeFiles(folder(), ['a', name]));
      expect(results.map(({ outcome }) => outcome.result)).to.deep.equal(['clean', 'unread']);
    });

  it('calls no file clean without signatures', async () => {
    const work = scanned(made(), writeFiles(folder(), ['a', 'without signatures', 'z']));
    expect(await failureOf(work)).to.include({ name: 'ToolFailure', tool: 'clamav', kind: 'failed' });
  });

  it('is told from a scanner without signatures where it crashes', async () => {
    const crashing = shellCommand(join(folder(), 'crashing'), 'clamscan', 'echo bad library >&2; kill -SEGV $$');
    const config = toolsConfig(crashing);
    const failure = await failureOf(scanned(clamav(config.clamav, config), writeFiles(folder(), ['a', 'b'])));
    expect(failure).to.include({ name: 'ToolFailure', tool: 'clamav', kind: 'failed' });
    expect(failure)
      .to.have.property('message')
      .that.matches(/^ClamAV ended with 139 \(SIGSEGV\): bad library/);
  });

  for (const [name, reason] of [
    ['dies', /ClamAV ended with 137 \(SIGKILL\)/],
    ['hangs', /ClamAV wrote nothing for \d+ s/],
  ] as const)
    it(`has not read a file on which it ${name}, and scans the others`, async () => {
      const files = writeFiles(folder(), ['a', name, 'bad', 'z']);
      const one = () => scanned(made(), files.slice(0, 1));
      const limit = name === 'hangs' ? { MUNIMENT_TOOL_SILENT_SECONDS: await silentSeconds(one) } : {};
      const scanner = made(limit);
      writeFileSync(files[2]!.location, eicar());
      const results = await scanned(scanner, files);
      const found = new Map(results.map(({ path, outcome }) => [path.slice('objects/'.length), outcome]));
      expect(results).to.have.length(4);
      expect(found.get('a')?.result).to.equal('clean');
      expect(found.get('z')?.result).to.equal('clean');
      expect(found.get('bad')?.result).to.equal('infected');
      const outcome = found.get(name);
      expect(outcome?.result === 'unread' && outcome.reason).to.match(reason);
    });

  it('is a failure where it dies on many files', async () => {
    const folders = Array.from({ length: 8 }, (_, index) => join(folder(), `${index}`));
    const files = folders.flatMap((each) => writeFiles(each, ['dies']));
    const numbered = files.map((file, index) => ({ ...file, path: `${index}` }));
    const failure = await failureOf(scanned(made(), numbered));
    expect(failure).to.include({ name: 'ToolFailure', tool: 'clamav', kind: 'failed' });
  });

  it('needs nothing else on the path of tools', async () => {
    const bin = standIns(join(folder(), 'bin'), 'clamscan');
    const { clamav: settings, limits } = toolsConfig(bin);
    const [found] = await scanned(clamav(settings, { path: bin, limits }), writeFiles(folder(), ['a']));
    expect(found?.outcome.result).to.equal('clean');
  });

  it('says how to get it where it is missing', async () => {
    const config = toolsConfig('', { MUNIMENT_TOOL_CLAMSCAN: 'no-such-scanner' });
    const failure = await failureOf(clamav(config.clamav, config).version(anyCall()));
    expect(failure).to.include({ name: 'ToolFailure', kind: 'missing' });
    expect(failure).to.have.property('message').that.contains('MUNIMENT_TOOL_CLAMD');
  });
});
