import { userInfo } from 'node:os';
import { expect } from 'chai';
import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import type { Ended, Session, Verb } from '../../../../clients/command-line/program/verb.js';
import { ArchiveFault } from '../../../../clients/archive/archive.js';
import { Writable } from 'node:stream';
import { runInProgram, runWords, type ProgramRun } from '../../../support/command-line/run-in-program.js';

const verbOf = (run: (session: Session) => Promise<Ended>, kind: Verb['kind'] = 'lines'): Verb => ({
  name: 'look',
  kind,
  help: 'Usage: muniment look\n',
  define: (command) => void command.argument('[path]'),
  run: (_, session) => run(session),
});

const done = (code = 0, summary: object | null = { files: 1 }): Ended => ({ code, summary });

describe('a verb of the program', () => {
  const answering = verbOf(async ({ output }) => {
    await output.write(`${output.paint('red', 'DAMAGED')} a…\n`);
    await output.record({ type: 'file', path: 'a' });
    output.note('1 file.');
    return done();
  });

  it('has its answer on standard output, and notes on standard error', async () => {
    expect(await runInProgram(answering, [])).to.deep.equal({ code: 0, stdout: 'DAMAGED a…\n', stderr: '1 file.\n' });
  });

  it('paints on a terminal only where colours are wanted', async () => {
    const shown = async (words: readonly string[], environment: ProgramRun['environment'] = {}): Promise<string> =>
      (await runInProgram(answering, words, { terminal: { columns: 80 }, environment })).stdout;
    expect(await shown([])).to.equal('\u001b[31mDAMAGED\u001b[0m a…\n');
    expect(await shown(['--no-color'])).to.equal('DAMAGED a…\n');
    expect(await shown([], { NO_COLOR: '1' })).to.equal('DAMAGED a…\n');
    expect(await shown([], { TERM: 'dumb' })).to.equal('DAMAGED a…\n');
    expect(await shown(['--no-color'], { LANG: 'C' })).to.equal('DAMAGED a...\n');
    expect(await shown(['--no-color'], { LC_ALL: '', LC_CTYPE: 'de_DE.utf8' })).to.equal('DAMAGED a…\n');
  });

  it('keeps every letter in a pipe, whatever the locale', async () => {
    const { stdout } = await runInProgram(answering, [], { environment: { LANG: 'C' } });
    expect(stdout).to.equal('DAMAGED a…\n');
  });

  it('has lines of JSON and nothing else with --json, the summary last', async () => {
    const json = verbOf(async ({ output, ask }) => {
      await output.record({ type: 'file', path: 'a' });
      output.note('1 file.');
      return done(ask === null ? 1 : 0);
    });
    const { code, stdout, stderr } = await runInProgram(json, ['--json'], { ask: () => Promise.resolve('y') });
    expect([code, stderr]).to.deep.equal([1, '']);
    expect(stdout).to.equal('{"type":"file","path":"a"}\n{"type":"summary","ok":false,"files":1}\n');
  });

  it('works as the agent that is set, else as whoever is logged in at this computer, where it names nobody', async () => {
    const agents: (string | undefined)[] = [];
    const working = verbOf(async ({ service }) => {
      await service();
      await service({ agent: 'scanner', isTyped: true });
      return done();
    });
    const service: Session['service'] = (as) => {
      agents.push(as?.agent);
      return Promise.resolve({ preservation: '', authHeaders: () => Promise.resolve({}), isOwn: true });
    };
    await runInProgram(working, [], { service, environment: { MUNIMENT_AGENT: 'ada' } });
    await runInProgram(working, [], { service });
    expect(agents).to.deep.equal(['ada', 'scanner', userInfo().username, 'scanner']);
  });

  it('has one document with --json, or has printed it before', async () => {
    const { stdout } = await runInProgram(
      verbOf(() => Promise.resolve(done()), 'document'),
      ['--json'],
    );
    expect(stdout).to.equal('{"ok":true,"files":1}\n');
    expect(
      (
        await runInProgram(
          verbOf(() => Promise.resolve(done(0, null)), 'document'),
          ['--json'],
        )
      ).stdout,
    ).to.equal('');
  });

  it('fails with a sentence, what to type next, and its exit code', async () => {
    const failing = verbOf(() => {
      throw new CommandFault('There is no archive in ./data.', { code: 'no-archive', exit: 2, next: 'muniment start' });
    });
    expect(await runInProgram(failing, [])).to.deep.equal({
      code: 2,
      stdout: '',
      stderr: 'muniment: There is no archive in ./data.\nNext: muniment start\n',
    });
    const { stdout, stderr } = await runInProgram(failing, ['--json']);
    const error = { code: 'no-archive', message: 'There is no archive in ./data.', next: 'muniment start' };
    expect(JSON.parse(stdout)).to.deep.equal({ type: 'summary', ok: false, error });
    expect(stderr).to.equal('');
  });

  const archiveFaults = [
    ['unavailable', 5],
    ['forbidden', 4],
    ['damaged', 1],
  ] as const;
  for (const [code, exit] of archiveFaults)
    it(`ends with ${exit} where an archive is ${code}`, async () => {
      const { code: ended, stderr } = await runInProgram(
        verbOf(() => Promise.reject(new ArchiveFault(code, 'It is so.'))),
        [],
      );
      expect([ended, stderr]).to.deep.equal([exit, 'muniment: It is so.\n']);
    });

  it('ends with 2 for an error that nobody expected, and says how to learn more', async () => {
    const { code, stderr } = await runInProgram(
      verbOf(() => Promise.reject(new Error('oh'))),
      [],
    );
    expect([code, stderr]).to.deep.equal([
      2,
      'muniment: Unexpected error: oh.\nNext: MUNIMENT_LOG_LEVEL=debug shows more\n',
    ]);
  });

  it('prints its help, and that of the program', async () => {
    expect(await runInProgram(answering, ['--help'])).to.deep.equal({
      code: 0,
      stdout: 'Usage: muniment look\n',
      stderr: '',
    });
  });

  it('has wrong words answered in JSON where that was asked for', async () => {
    const { code, stdout, stderr } = await runInProgram(answering, ['a', 'b', '--json']);
    expect([code, stderr]).to.deep.equal([2, '']);
    expect(JSON.parse(stdout))
      .to.include({ type: 'summary' })
      .and.to.have.nested.property('error.code', 'words-invalid');
  });

  it('is missing where there are options of every verb only', async () => {
    const said = 'muniment: A verb is missing.\nNext: muniment --help\n';
    for (const words of [['--json=1'], ['-q'], ['--data', 'd']])
      expect((await runWords(answering, words)).stderr, words.join(' ')).to.equal(said);
    expect((await runWords(answering, ['--frob'])).stderr).to.match(
      /^muniment: There is no option "--frob" before a verb/,
    );
    expect((await runWords(answering, ['--version'])).stdout).to.equal('muniment 0.0.0\n');
    expect((await runWords(answering, [])).stdout).to.match(/^muniment: preserves files/);
    expect((await runWords(answering, ['help', 'look'])).stdout).to.equal('Usage: muniment look\n');
    expect((await runWords(answering, ['lok'])).stderr).to.contain('There is no verb "lok". Did you mean look?');
  });

  describe('whose answer cannot be written', () => {
    const full = (bytes: boolean): Verb =>
      verbOf(async ({ output }) => {
        await (bytes ? output.writeBytes(Buffer.from('a')) : output.write('a\n'));
        return done();
      });
    const run = async (verb: Verb, changes: boolean) => {
      const out = new Writable({
        write: (_chunk, _encoding, end) => end(Object.assign(new Error('no room'), { code: 'ENOSPC' })),
      });
      const { code, stderr } = await runInProgram(verb, [], { changes, out });
      return [code, stderr];
    };

    it('fails, unless it has changed something and the answer is a text', async () => {
      expect(await run(full(false), false)).to.deep.equal([2, 'muniment: no room.\n']);
      expect(await run(full(true), true)).to.deep.equal([2, 'muniment: no room.\n']);
      expect(await run(full(false), true)).to.deep.equal([0, '']);
    });
  });

  const interrupted = (): { run: ProgramRun; abort: () => void } => {
    const controller = new AbortController();
    return {
      run: { interruption: { signal: controller.signal, exitCode: () => 130 } },
      abort: () => controller.abort(new Error('stop')),
    };
  };

  it('that only looks ends at the first signal', async () => {
    const { run, abort } = interrupted();
    const hanging = verbOf(() => {
      abort();
      return new Promise(() => undefined);
    });
    expect(await runInProgram(hanging, [], run)).to.deep.equal({
      code: 130,
      stdout: '',
      stderr: 'muniment: Stopped before the end.\n',
    });
  });

  it('that changes something ends at a safe place, and says in its own words where', async () => {
    const { run, abort } = interrupted();
    const stopping = verbOf(async () => {
      abort();
      await Promise.resolve();
      throw new CommandFault('Stopped while copying. Nothing is lost.', {
        code: 'interrupted',
        next: 'the same again',
      });
    });
    const { code, stderr } = await runInProgram(stopping, [], { ...run, changes: true });
    expect([code, stderr]).to.deep.equal([
      130,
      'muniment: Stopped while copying. Nothing is lost.\nNext: the same again\n',
    ]);
  });

  it('closes what it opened, also where it fails', async () => {
    for (const fails of [false, true]) {
      let closed = 0;
      await runInProgram(
        verbOf(() => (fails ? Promise.reject(new CommandFault('no')) : Promise.resolve(done()))),
        [],
        { close: () => Promise.resolve(void closed++) },
      );
      expect(closed).to.equal(1);
    }
  });
});
