import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { tools } from '../../../../infra/compose/commands/tools/tools-verb.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { writtenBag } from '../../../formats/bagit/written-bag.js';
import { shellCommand, standIns } from '../../../support/tools/stand-in.js';
import { checkedDocument } from '../../../support/command-line/json-schema.js';
import { runInProgram, type ProgramRun } from '../../../support/command-line/run-in-program.js';

describe('muniment tools', () => {
  const folder = temporaryFolder();
  const run = async (
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    others: ProgramRun = {},
  ) => {
    const { code, stdout, stderr } = await runInProgram(tools, words, {
      ...others,
      environment: { PATH: '/usr/bin:/bin', ...environment },
    });
    return { code, output: stdout, messages: stderr };
  };

  it('tells what works, with versions, signatures and their age', async () => {
    const path = standIns(join(folder(), 'bin'), 'clamscan');
    const { code, output } = await run(['check'], {
      MUNIMENT_TOOLS: 'clamav,brunnhilde',
      MUNIMENT_TOOL_PATH: path,
      MUNIMENT_TOOL_BRUNNHILDE: 'no-such-brunnhilde',
    });
    expect(code, output).to.equal(0);
    expect(output).to.match(
      /^clamav\tworks\tClamAV 1\.4\.3\/27886.*8708624 signatures.*signatures of 2026-01-20, TOO OLD/,
    );
    expect(output).to.match(/^brunnhilde\tworks\tnot installed/m);
  });

  it('looks where it has installed tools, after the other folders', async () => {
    const caches = join(folder(), 'caches');
    standIns(join(caches, 'muniment-tools', 'bin'), 'clamscan');
    const { output } = await run(['check'], { PATH: '', MUNIMENT_TOOLS: 'clamav', XDG_CACHE_HOME: caches });
    expect(output).to.match(/^clamav\tworks\tClamAV 1\.4\.3/);
  });

  it('says what Brunnhilde lacks where it is installed and cannot be used', async () => {
    const bin = join(folder(), 'bin');
    for (const name of ['brunnhilde.py', 'clamscan', 'tree']) shellCommand(bin, name, 'exit 0');
    const { code, output } = await run(['check'], { PATH: bin, MUNIMENT_TOOLS: 'brunnhilde', XDG_CACHE_HOME: bin });
    expect(code).to.equal(0);
    expect(output).to.match(
      /^brunnhilde\tworks\tnot used, since it needs sf, which is not installed; the platform writes/,
    );
  });

  it('ends with 1 when a wanted tool is missing, and tells how to get it', async () => {
    const { code, output } = await run(['check'], {
      MUNIMENT_TOOLS: 'exiftool',
      MUNIMENT_TOOL_EXIFTOOL: 'no-such-exiftool',
    });
    expect(code).to.equal(1);
    expect(output).to.match(/^exiftool\tFAILED\t.*npm run tools -- install gets it\.\n1 of 1 tools does not work\.\n$/);
  });

  it('ends with 1 when a wanted tool takes a picture for something else', async () => {
    const path = standIns(join(folder(), 'bin'), 'sf');
    const { code, output } = await run(['check'], { MUNIMENT_TOOLS: 'siegfried', MUNIMENT_TOOL_PATH: path });
    expect(code).to.equal(1);
    expect(output).to.contain('identified a PNG as x-fmt/111');
  });

  it('validates a bag in a folder, and ends with 1 when it is none', async () => {
    for (const [path, content] of Object.entries(await writtenBag({ 'data/a b.txt': 'a' }))) {
      mkdirSync(dirname(join(folder(), path)), { recursive: true });
      writeFileSync(join(folder(), path), content);
    }
    expect(await run(['bag', folder()])).to.deep.include({
      code: 0,
      output: 'A valid bag of BagIt 1.0 (0 problems, 0 warnings).\n',
    });
    writeFileSync(join(folder(), 'data', 'a b.txt'), 'b');
    const { code, output } = await run(['bag', folder()]);
    expect(code).to.equal(1);
    expect(output)
      .to.match(/^problem: data\/a b\.txt: /)
      .and.to.match(/Not a valid bag of BagIt 1\.0 \(1 problem, 0 warnings\)/);
  });

  it('names what in a bag is no file that can be preserved, reads none of it, and escapes what it prints', async () => {
    const outside = join(folder(), 'outside.txt');
    writeFileSync(outside, 'a');
    const root = join(folder(), 'bag');
    mkdirSync(join(root, 'data'), { recursive: true });
    for (const [path, content] of Object.entries(
      await writtenBag({ 'data/pipe': 'a', 'data/link': 'a', 'data/broken': 'a' }),
    ))
      writeFileSync(join(root, path), content);
    for (const name of ['pipe', 'link', 'broken']) rmSync(join(root, 'data', name));
    execFileSync('mkfifo', [join(root, 'data/pipe')]);
    symlinkSync(outside, join(root, 'data/link'));
    symlinkSync('nowhere', join(root, 'data/broken'));
    writeFileSync(Buffer.concat([Buffer.from(`${root}/data/latin-`), Buffer.from([0xe9])]), 'a');
    writeFileSync(join(root, 'data/\u001b[2Jx'), 'a');
    const { code, output } = await run(['bag', root]);
    expect(code).to.equal(1);
    expect(output)
      .to.match(/^problem: data\/pipe is a pipe, a socket or a device; only files and folders can be preserved\.$/m)
      .and.to.match(/^problem: data\/link is a link; /m)
      .and.to.match(/^problem: data\/broken is a link; /m)
      .and.to.match(/^problem: data\/latin-é has a name that is not UTF-8\.$/m)
      .and.to.contain('data/\\x1b[2Jx')
      .and.to.not.contain('\u001b');
  });

  it('takes no folder without data/ for a bag, and says where there is no folder', async () => {
    const root = join(folder(), 'empty-bag');
    mkdirSync(root);
    for (const [path, content] of Object.entries(await writtenBag({}))) writeFileSync(join(root, path), content);
    const { code, output } = await run(['bag', root]);
    expect([code, output.split('\n')[0]]).to.deep.equal([1, 'problem: data/ is missing or no folder.']);
    expect(await run(['bag', join(folder(), 'gone')])).to.include({ code: 2, output: '' });
  });

  it('prints what it would install, and does nothing', async () => {
    const place = join(folder(), 'installed');
    const { code, output } = await run(['install', '--print', '--folder', place], {
      PATH: shellCommand(shellCommand(join(folder(), 'bin'), 'apt-get', 'exit 9'), 'python3', 'exit 9'),
    });
    expect(code).to.equal(0);
    expect(output).to.contain(`python3 -m venv ${place}`).and.to.contain(`MUNIMENT_TOOL_PATH=${place}/bin`);
    expect(existsSync(place)).to.equal(false);
  });

  it('installs a command sf that runs the Python beside it, with the words that it is given', async () => {
    const [bin, place] = [join(folder(), 'bin'), join(folder(), 'in stalled')];
    for (const name of ['clamscan', 'exiftool', 'tree']) shellCommand(bin, name, 'exit 0');
    for (const name of ['pip', 'python3']) shellCommand(join(place, 'bin'), name, 'echo "$@"');
    const { code, output } = await run(['install', '--folder', place], {
      PATH: shellCommand(bin, 'python3', 'exit 0'),
    });
    expect(code).to.equal(0);
    const sf = join(place, 'bin', 'sf');
    expect(output).to.contain(`writes ${sf}\n`);
    expect(execFileSync(sf, ['-csv', 'a b'], { encoding: 'utf8' })).to.equal(`${sf} -csv a b\n`);
  });

  /** A folder with commands, of which one has another script. */
  const commands = (odd: string, script: string): string => {
    const bin = join(folder(), 'bin');
    for (const name of ['exiftool', 'tree', 'python3', odd]) shellCommand(bin, name, name === odd ? script : 'exit 0');
    for (const name of ['env', 'touch']) shellCommand(bin, name, `exec /usr/bin/${name} "$@"`);
    shellCommand(bin, 'sudo', 'exec "$@"');
    for (const name of ['pip', 'python3']) shellCommand(join(folder(), 'installed', 'bin'), name, 'exit 0');
    return bin;
  };

  it('waits for another program that has the lock of apt', async () => {
    const been = join(folder(), 'been');
    const locked = `echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7' >&2; exit 100`;
    const bin = commands('apt-get', `[ -e '${been}' ] || { touch '${been}'; ${locked}; }`);
    const { code, messages } = await run(['install', '--yes', '--folder', join(folder(), 'installed')], { PATH: bin });
    expect(code, messages).to.equal(0);
    expect(messages).to.contain('Another program is using apt. Waiting for it.\n');
  });

  it('says what to do where freshclam gets no virus signatures, and installs the rest', async () => {
    const bin = commands('freshclam', 'echo no network >&2; exit 5');
    shellCommand(bin, 'clamscan', 'echo ClamAV 1.4.3');
    const { code, messages } = await run(['install', '--folder', join(folder(), 'installed')], { PATH: bin });
    expect(code, messages).to.equal(0);
    expect(messages).to.equal(
      'no network\nfreshclam failed with exit code 5. Unless its service is getting the virus signatures already, copy them from another machine (docs/tools.md).\n',
    );
  });

  it('gets no virus signatures where none are wanted', async () => {
    const bin = commands('freshclam', 'exit 5');
    const words = ['install', '--no-signatures', '--folder', join(folder(), 'installed')];
    expect(await run(words, { PATH: shellCommand(bin, 'clamscan', 'exit 0') })).to.include({ code: 0, messages: '' });
  });

  it('gets no virus signatures where there are some', async () => {
    const bin = commands('freshclam', 'exit 5');
    shellCommand(bin, 'clamscan', 'echo ClamAV 1.4.3/27886/Tue Jan 20 07:24:12 2026');
    const { messages } = await run(['install', '--folder', join(folder(), 'installed')], { PATH: bin });
    expect(messages).to.equal('');
  });

  it('ends with 1 when a step of the installation fails', async () => {
    const bin = join(folder(), 'bin');
    for (const name of ['clamscan', 'exiftool', 'tree']) shellCommand(bin, name, 'exit 0');
    const { code, messages } = await run(['install', '--folder', join(folder(), 'installed')], {
      PATH: shellCommand(bin, 'python3', 'echo no room >&2; exit 9'),
    });
    expect(code).to.equal(1);
    expect(messages).to.match(/^no room\nmuniment: This step failed with exit code 9: python3 -m venv .*\n$/);
  });

  describe('before it calls apt', () => {
    const words = (): string[] => ['install', '--no-signatures', '--folder', join(folder(), 'installed')];
    const missing = (): string => {
      const bin = commands('apt-get', `echo called >> '${join(folder(), 'apt')}'`);
      return shellCommand(bin, 'clamscan', 'exit 0');
    };
    const isCalled = (): boolean => existsSync(join(folder(), 'apt'));

    it('asks, and does nothing without a yes', async () => {
      const bin = missing();
      rmSync(join(bin, 'tree'));
      const asked: string[] = [];
      const ask = (answer: string) => (question: string) => {
        asked.push(question);
        return Promise.resolve(answer);
      };
      const declined = await run(words(), { PATH: bin }, { ask: ask('') });
      expect([declined.code, isCalled()]).to.deep.equal([3, false]);
      expect(declined.messages).to.equal(
        'muniment: apt-get would install tree. Nothing was changed.\nNext: muniment tools install --print, then --yes\n',
      );
      expect((await run(words(), { PATH: bin }, { ask: ask('y') })).code).to.equal(0);
      expect([asked, isCalled()]).to.deep.equal([Array(2).fill('Install tree with apt-get? [y/N]'), true]);
    });

    it('needs a yes where nobody can be asked', async () => {
      const bin = missing();
      rmSync(join(bin, 'tree'));
      expect([(await run(words(), { PATH: bin })).code, isCalled()]).to.deep.equal([3, false]);
    });

    it('asks nothing where all packages are there', async () => {
      expect((await run(words(), { PATH: missing() })).code).to.equal(0);
    });
  });

  it('has documents of JSON as their schema says', async () => {
    const path = standIns(join(folder(), 'bin'), 'clamscan');
    const settings = { MUNIMENT_TOOLS: 'clamav,exiftool', MUNIMENT_TOOL_PATH: path, MUNIMENT_TOOL_EXIFTOOL: 'none' };
    const check = await run(['check', '--json'], settings);
    expect([check.code, check.messages]).to.deep.equal([1, '']);
    expect(checkedDocument('tools', check.output)).to.have.property('ok', false);
    mkdirSync(join(folder(), 'none'));
    expect(checkedDocument('tools', (await run(['bag', '--json', join(folder(), 'none')])).output)).to.include({
      ok: false,
      problemCount: 3,
    });
    expect(checkedDocument('tools', (await run(['bag', '--json', join(folder(), 'gone')])).output)).to.have.property(
      'error',
    );
    const bin = commands('apt-get', 'exit 0');
    const print = await run(['install', '--print', '--json'], { PATH: bin, XDG_CACHE_HOME: folder() });
    expect(checkedDocument('tools', print.output)).to.include({ ok: true, installed: false });
  });

  it('ends with 2 for words that it does not know', async () => expect((await run(['tea'])).code).to.equal(2));
});
