import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { eicar } from '../../../infra/tools/clamav/eicar.js';
import { clamav } from '../../../infra/tools/clamav/virus-scanner.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { shellCommand, standIns } from '../../support/tools/stand-in.js';
import { anyCall, collected, failureOf, toolsConfig, writeFiles } from '../../support/tools/tool-files.js';
import { scannerContract } from './tools.contract.js';

describe('clamscan, played by a stand-in', () => {
  const folder = temporaryFolder();
  const made = (environment: Readonly<Record<string, string>> = {}) => {
    const path = standIns(join(folder(), 'bin'), 'clamscan');
    const config = toolsConfig(path, { MUNIMENT_TOOL_CLAMDSCAN: 'no-such-client', ...environment });
    return clamav(config.clamav, config);
  };

  scannerContract(made);

  it('tells how many signatures it has, and when they were made', async () => {
    const { knownViruses, signaturesMade } = await made().version(anyCall());
    expect(knownViruses).to.equal(8_708_624);
    expect(signaturesMade?.toISOString()).to.equal('2026-01-20T07:24:12.000Z');
  });

  for (const name of ['too large', 'encrypted', 'no line'])
    it(`has not read a file that is: ${name}`, async () => {
      const results = await collected(made().scan(writeFiles(folder(), ['a', name]), anyCall()));
      expect(results.map(({ outcome }) => outcome.result)).to.deep.equal(['clean', 'unread']);
    });

  it('is not given files above the limit, as it would call them clean', async () => {
    const scanner = made({ MUNIMENT_TOOL_CLAMAV_FILE_BYTES: '3' });
    const [result] = await collected(scanner.scan(writeFiles(folder(), ['a']), anyCall()));
    expect(result?.outcome).to.deep.equal({
      result: 'unread',
      reason: 'has 13 bytes, and ClamAV may scan 3 of a file',
    });
  });

  it('calls no file clean without signatures', async () => {
    const clean: string[] = [];
    const files = writeFiles(folder(), ['a', 'without signatures', 'z']);
    const work = (async () => {
      for await (const { path } of made().scan(files, anyCall())) clean.push(path);
    })();
    expect(await failureOf(work)).to.include({ name: 'ToolFailure', tool: 'clamav', kind: 'failed' });
    expect(clean).to.deep.equal([]);
  });

  for (const [name, reason] of [
    ['dies', 'ended with 137'],
    ['hangs', 'wrote nothing for 1 s'],
  ] as const)
    it(`has not read a file on which it ${name}, and scans the others`, async () => {
      const scanner = made({ MUNIMENT_TOOL_SILENT_SECONDS: '1' });
      const files = writeFiles(folder(), ['a', name, 'bad', 'z']);
      writeFileSync(files[2]!.location, eicar());
      const results = await collected(scanner.scan(files, anyCall()));
      const found = new Map(results.map(({ path, outcome }) => [path.slice('objects/'.length), outcome]));
      expect(results).to.have.length(4);
      expect(found.get('a')?.result).to.equal('clean');
      expect(found.get('z')?.result).to.equal('clean');
      expect(found.get('bad')?.result).to.equal('infected');
      const outcome = found.get(name);
      expect(outcome?.result === 'unread' && outcome.reason).to.contain(reason);
    });

  it('is a failure where it dies on many files', async () => {
    const folders = Array.from({ length: 8 }, (_, index) => join(folder(), `${index}`));
    const files = folders.flatMap((each) => writeFiles(each, ['dies']));
    const numbered = files.map((file, index) => ({ ...file, path: `${index}` }));
    const failure = await failureOf(collected(made().scan(numbered, anyCall())));
    expect(failure).to.include({ name: 'ToolFailure', tool: 'clamav', kind: 'failed' });
  });

  it('is used where clamdscan does not reach its daemon', async () => {
    const path = shellCommand(standIns(join(folder(), 'bin'), 'clamscan'), 'clamdscan', 'exit 2');
    const config = toolsConfig(path);
    const [result] = await collected(clamav(config.clamav, config).scan(writeFiles(folder(), ['a']), anyCall()));
    expect(result?.outcome.result).to.equal('clean');
  });

  it('says how to get it where it is missing', async () => {
    const config = toolsConfig('', { MUNIMENT_TOOL_CLAMDSCAN: 'none-1', MUNIMENT_TOOL_CLAMSCAN: 'none-2' });
    const failure = await failureOf(clamav(config.clamav, config).version(anyCall()));
    expect(failure).to.include({ name: 'ToolFailure', kind: 'missing' });
  });
});
