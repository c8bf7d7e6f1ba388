import { join } from 'node:path';
import { expect } from 'chai';
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

  for (const name of ['dies', 'without signatures'])
    it(`calls no file clean where it: ${name}`, async () => {
      const clean: string[] = [];
      const work = (async () => {
        for await (const { path } of made().scan(writeFiles(folder(), ['a', name, 'z']), anyCall())) clean.push(path);
      })();
      expect(await failureOf(work)).to.include({ name: 'ToolFailure', tool: 'clamav', kind: 'failed' });
      expect(clean).to.deep.equal([]);
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
