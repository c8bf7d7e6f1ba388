import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { eicar } from '../../../infra/tools/clamav/eicar.js';
import type {
  FormatIdentifier,
  LocalFile,
  MetadataExtractor,
  VirusScanner,
} from '../../../formats/tools/findings/tool-ports.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { collected } from '../../support/collected.js';
import { failureOf } from '../../support/failure-of.js';
import { anyCall, scanned, ODD_NAMES, writeFiles } from '../../support/tools/tool-files.js';
import { zipOf } from '../../support/tools/zip-archive.js';
import { sha256Of } from '../../support/sha256.js';

const sorted = (results: readonly { readonly path: string }[]): readonly string[] =>
  results.map(({ path }) => path).sort();

const pipe = (folder: string): LocalFile => {
  const location = join(folder, 'a pipe');
  execFileSync('mkfifo', [location]);
  return { path: 'a pipe', location };
};

const missing = (folder: string): LocalFile => ({ path: 'missing', location: join(folder, 'missing') });

const aborted = (): { readonly signal: AbortSignal } => ({ signal: AbortSignal.abort(new Error('not any more')) });

/** What every format identifier does. */
export const identifierContract = (made: () => FormatIdentifier): void => {
  const folder = temporaryFolder();

  it('tells its version and its signatures', async () => {
    const { version, signature, created, identifiers } = await made().version(anyCall());
    expect(version).to.match(/^\d+\.\d+\.\d+$/);
    expect(signature).to.equal('default.sig');
    expect(created).to.match(/^\d{4}-\d\d-\d\dT/);
    expect(identifiers[0]?.name).to.equal('pronom');
  });

  it('has size, SHA-256 and format of each file, whatever its name', async () => {
    const files = writeFiles(folder(), ODD_NAMES);
    const results = await collected(made().identify(files, anyCall()));
    expect(sorted(results)).to.deep.equal(sorted(files));
    for (const { path, size, sha256, errors, matches } of results) {
      const content = readFileSync(files.find((file) => file.path === path)!.location);
      expect([size, sha256, errors]).to.deep.equal([content.length, sha256Of(content), '']);
      expect(matches[0]).to.include({ namespace: 'pronom', id: 'x-fmt/111' });
    }
  });

  it('has an error and no digest for what is no file, without waiting for it', async () => {
    const files = [...writeFiles(folder(), ['a']), pipe(folder()), missing(folder())];
    const results = await collected(made().identify(files, anyCall()));
    expect(sorted(results)).to.deep.equal(['a pipe', 'missing', 'objects/a']);
    for (const { errors, sha256 } of results.filter(({ path }) => path !== 'objects/a')) {
      expect(errors).to.not.equal('');
      expect(sha256).to.equal('');
    }
  });

  it('does nothing with no files', async () =>
    expect(await collected(made().identify([], anyCall()))).to.deep.equal([]));

  it('throws the reason of an abort', async () => {
    const files = writeFiles(folder(), ['a']);
    expect(await failureOf(collected(made().identify(files, aborted())))).to.have.property('message', 'not any more');
  });
};

/** The environment of a scanner that may call nothing clean above a thousand bytes. */
const SMALL = { MUNIMENT_TOOL_CLAMAV_FILE_BYTES: '1000' };

/** What every virus scanner does, made with a further environment. */
export const scannerContract = (made: (environment?: Readonly<Record<string, string>>) => VirusScanner): void => {
  const folder = temporaryFolder();

  it('tells its version', async () => {
    const { definition, engine } = await made().version(anyCall());
    expect(definition).to.match(/^ClamAV \d/);
    expect(engine).to.match(/^\d+\.\d+/);
  });

  it('finds the infected file among the clean ones, whatever their names', async () => {
    const files = [...writeFiles(folder(), ODD_NAMES), ...writeFiles(folder(), ['bad: OK', 'bad\n: OK', 'empty'])];
    for (const { location } of files.slice(-3)) writeFileSync(location, location.endsWith('OK') ? eicar() : '');
    const results = await scanned(made(), files);
    expect(sorted(results)).to.deep.equal(sorted(files));
    for (const { path, outcome } of results)
      expect(outcome.result, path).to.equal(path.includes('bad') ? 'infected' : 'clean');
  });

  it('finds a virus in a file whose location is longer than a line of a list may be', async () => {
    const deep = join(folder(), ...Array.from({ length: 6 }, (_, index) => `${index}`.repeat(200)));
    const files = writeFiles(deep, ['good', 'bad']);
    writeFileSync(files[1]!.location, eicar());
    const results = await scanned(made(), files);
    expect(new Map(results.map(({ path, outcome }) => [path, outcome.result]))).to.deep.equal(
      new Map([
        ['objects/good', 'clean'],
        ['objects/bad', 'infected'],
      ]),
    );
  });

  it('has not read what is no file, does not wait for it, and says so without a path of the server', async () => {
    const results = await scanned(made(), [pipe(folder()), missing(folder())]);
    expect(results.map(({ outcome }) => outcome.result)).to.deep.equal(['unread', 'unread']);
    expect(JSON.stringify(results.map(({ outcome }) => outcome))).to.not.contain(folder());
  });

  it('finds a virus in an archive of which it cannot see all, and does not call another one clean', async () => {
    const [bad, good] = writeFiles(folder(), ['bad.zip', 'good.zip']) as [LocalFile, LocalFile];
    writeFileSync(bad.location, Buffer.concat([lackingAMember(zipOf(Buffer.from(eicar()))), Buffer.from('EICAR')]));
    writeFileSync(good.location, lackingAMember(zipOf(Buffer.from('content'))));
    const results = await scanned(made(), [bad, good]);
    const outcomes = new Map(results.map(({ path, outcome }) => [path, outcome]));
    expect(results).to.have.length(2);
    expect(outcomes.get(bad.path)).to.have.property('result', 'infected');
    expect(outcomes.get(good.path)).to.deep.equal({
      result: 'unread',
      reason: 'is a ZIP archive whose directory cannot be read, which ClamAV does not unpack',
    });
  });

  it('finds a virus in a file that is larger than what it may call clean, and does not call another one clean', async () => {
    const [bad, good] = writeFiles(folder(), ['bad', 'good']) as [LocalFile, LocalFile];
    writeFileSync(bad.location, Buffer.concat([Buffer.from(eicar()), Buffer.alloc(3_000, 'x')]));
    writeFileSync(good.location, Buffer.alloc(3_000, 'x'));
    const results = await scanned(made(SMALL), [bad, good]);
    const outcomes = new Map(results.map(({ path, outcome }) => [path, outcome]));
    expect(outcomes.get(bad.path)).to.have.property('result', 'infected');
    expect(outcomes.get(good.path)).to.deep.equal({
      result: 'unread',
      reason: 'has 3000 bytes, and a file above 1000 is not called clean',
    });
  });

  it('does nothing with no files', async () => expect(await scanned(made(), [])).to.deep.equal([]));

  it('throws the reason of an abort', async () => {
    const files = writeFiles(folder(), ['a']);
    expect(await failureOf(scanned(made(), files, aborted()))).to.have.property('message', 'not any more');
  });
};

/** An archive whose directory is said to have one member more than it has. */
const lackingAMember = (archive: Buffer): Buffer => {
  const changed = Buffer.from(archive);
  changed.writeUInt16LE(2, changed.length - 12);
  return changed;
};

/** What every metadata extractor does. */
export const extractorContract = (made: () => MetadataExtractor): void => {
  const folder = temporaryFolder();

  it('tells its version', async () => expect(await made().version(anyCall())).to.match(/^\d+\.\d+$/));

  it('has the tags of each file, whatever its name', async () => {
    const files = writeFiles(folder(), ODD_NAMES);
    const results = await collected(made().extract(files, anyCall()));
    expect(results.map(({ path }) => path)).to.deep.equal(files.map(({ path }) => path));
    for (const { path, tags, error } of results) {
      const size = readFileSync(files.find((file) => file.path === path)!.location).length;
      expect(tags.find(({ name }) => name === 'File Size')?.value, path).to.equal(`${size} bytes`);
      expect(error).to.equal('');
    }
  });

  it('has an error for what is no file, and does not wait for it', async () => {
    const files = [missing(folder()), pipe(folder()), ...writeFiles(folder(), ['a'])];
    const results = await collected(made().extract(files, anyCall()));
    expect(results.map(({ error }) => error === '')).to.deep.equal([false, false, true]);
  });

  it('throws the reason of an abort', async () => {
    const files = writeFiles(folder(), ['a']);
    expect(await failureOf(collected(made().extract(files, aborted())))).to.have.property('message', 'not any more');
  });
};
