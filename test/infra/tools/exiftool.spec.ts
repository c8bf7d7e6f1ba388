import { join } from 'node:path';
import { expect } from 'chai';
import { exiftool } from '../../../infra/tools/exiftool/exiftool.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { shellCommand, standIns } from '../../support/tools/stand-in.js';
import { collected } from '../../support/collected.js';
import { failureOf } from '../../support/failure-of.js';
import { anyCall, toolsConfig, writeFiles } from '../../support/tools/tool-files.js';
import { extractorContract } from './tools.contract.js';

describe('ExifTool, played by a stand-in', () => {
  const folder = temporaryFolder();
  const made = () => {
    const path = standIns(join(folder(), 'bin'), 'exiftool');
    return exiftool('exiftool', toolsConfig(path, { MUNIMENT_TOOL_SILENT_SECONDS: '2' }));
  };

  extractorContract(made);

  it('keeps repeated tags, and lines that look like the end of a block', async () => {
    const files = writeFiles(folder(), ['a', 'is garbage', 'z']);
    const results = await collected(made().extract(files, anyCall()));
    expect(results.map(({ tags }) => tags.map(({ name, value }) => `${name}=${value}`))).to.deep.equal([
      ['File Name=a', 'File Size=13 bytes', 'File Size=again'],
      ['A Tag=a : b'],
      ['File Name=z', 'File Size=13 bytes', 'File Size=again'],
    ]);
  });

  it('goes on with the other files after one that ends it, and one that it hangs on', async () => {
    const files = writeFiles(folder(), ['a', 'dies', 'b', 'hangs', 'c']);
    const results = await collected(made().extract(files, anyCall()));
    expect(results.map(({ tags }) => tags.length)).to.deep.equal([3, 0, 3, 0, 3]);
    expect(results[1]?.error).to.contain('ended with 137');
    expect(results[3]?.error).to.contain('wrote nothing for 2 s');
  });

  it('is a failure of the tool where it fails on one file after the other', async () => {
    const path = shellCommand(join(folder(), 'bin'), 'exiftool', 'exit 3');
    const files = writeFiles(folder(), ['1', '2', '3', '4', '5', '6']);
    const failure = await failureOf(collected(exiftool('exiftool', toolsConfig(path)).extract(files, anyCall())));
    expect(failure).to.include({ name: 'ToolFailure', tool: 'exiftool', kind: 'failed' });
  });

  it('says how to get it where it is missing', async () =>
    expect(await failureOf(exiftool('no-such-exiftool', toolsConfig('')).version(anyCall()))).to.include({
      name: 'ToolFailure',
      kind: 'missing',
    }));
});
