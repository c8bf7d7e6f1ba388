import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { siegfried } from '../../../infra/tools/siegfried/siegfried.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { silentSeconds } from '../../support/tools/silent-seconds.js';
import { shellCommand, standIns } from '../../support/tools/stand-in.js';
import { collected } from '../../support/collected.js';
import { failureOf } from '../../support/failure-of.js';
import { anyCall, toolsConfig, writeFiles } from '../../support/tools/tool-files.js';
import { identifierContract } from './tools.contract.js';
import { sha256Of } from '../../support/sha256.js';

describe('Siegfried, played by a stand-in', () => {
  const folder = temporaryFolder();
  const made = (env: Readonly<Record<string, string>> = {}) => {
    const config = toolsConfig(standIns(join(folder(), 'bin'), 'sf'), env);
    return siegfried(config.siegfried, config);
  };

  identifierContract(() => made());

  it('keeps each match of a file', async () => {
    const [result] = await collected(made().identify(writeFiles(folder(), ['a']), anyCall()));
    expect(result?.matches.map(({ namespace, basis }) => [namespace, basis])).to.deep.equal([
      ['pronom', 'text match ASCII, with a comma'],
      ['tika', ''],
    ]);
  });

  it('is a failure of the tool where it has a result for another file', async () => {
    const files = writeFiles(folder(), ['a', 'another file', 'z']);
    const failure = await failureOf(collected(made().identify(files, anyCall())));
    expect(failure).to.include({ name: 'ToolFailure', tool: 'siegfried', kind: 'failed' });
    expect(failure).to.have.property('message').that.contains('which it was not asked for');
  });

  for (const [name, why] of [
    ['dies', /Siegfried ended with 137 \(SIGKILL\)/],
    ['hangs', /Siegfried wrote nothing for \d+ s/],
    ['half a line', /values for/],
  ] as const)
    for (const isBuffered of name === 'hangs' ? [true] : [false, true])
      it(`has an error and the digest of a file that is: ${name}, and identifies the others, with output that is ${isBuffered ? 'late' : 'prompt'}`, async () => {
        const names = [...Array.from({ length: 30 }, (_, index) => `${index}`), name, 'y', 'z'];
        const files = writeFiles(folder(), [...(isBuffered ? ['buffered'] : []), ...names]);
        const one = () => collected(made().identify(writeFiles(folder(), ['a']), anyCall()));
        const limit = name === 'hangs' ? { MUNIMENT_TOOL_SILENT_SECONDS: await silentSeconds(one) } : {};
        const results = await collected(made(limit).identify(files, anyCall()));
        expect(results.map(({ path }) => path).sort()).to.deep.equal(files.map(({ path }) => path).sort());
        for (const { path, sha256, size, errors, matches } of results) {
          const content = readFileSync(files.find((file) => file.path === path)!.location);
          const digest = sha256Of(content);
          expect([sha256, size], path).to.deep.equal([digest, content.length]);
          expect(matches.length, path).to.equal(path === `objects/${name}` ? 0 : 2);
          expect(errors, path).to.match(path === `objects/${name}` ? why : /^$/);
        }
      });

  it('is a failure of the tool where it dies on many files', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `dies ${index}`);
    const failure = await failureOf(collected(made().identify(writeFiles(folder(), names), anyCall())));
    expect(failure).to.include({ name: 'ToolFailure', tool: 'siegfried', kind: 'failed' });
  });

  it('is a failure of the tool where it ends without a word', async () => {
    const config = toolsConfig(shellCommand(join(folder(), 'bin'), 'sf', 'cat >/dev/null'));
    const failure = await failureOf(
      collected(siegfried(config.siegfried, config).identify(writeFiles(folder(), ['a']), anyCall())),
    );
    expect(failure).to.have.property('message').that.contains('without a result for 1 files');
  });

  it('says how to get it where it is missing', async () => {
    const config = toolsConfig('', { MUNIMENT_TOOL_SIEGFRIED: 'no-such-sf' });
    const identifier = siegfried(config.siegfried, config);
    const results = collected(identifier.identify(writeFiles(folder(), ['a']), anyCall()));
    for (const failure of [await failureOf(identifier.version(anyCall())), await failureOf(results)]) {
      expect(failure).to.include({ name: 'ToolFailure', tool: 'siegfried', kind: 'missing' });
      expect(failure).to.have.property('message').that.contains('npm run tools -- install');
    }
  });
});
