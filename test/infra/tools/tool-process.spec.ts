import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runTool } from '../../../infra/tools/process/run-tool.js';
import { takenMemory } from '../../../infra/tools/process/group-memory.js';
import { readLines } from '../../../infra/tools/process/read-lines.js';
import { ToolProcess } from '../../../infra/tools/process/tool-process.js';
import type { ToolSurroundings } from '../../../infra/tools/process/tool-limits.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { collected } from '../../support/collected.js';
import { failureOf } from '../../support/failure-of.js';
import { killedAfter } from '../../support/processes/program.js';
import { anyCall } from '../../support/tools/tool-files.js';

const LIMITS = { silentMs: 20_000, callMs: 20_000, memoryBytes: 1024 ** 3 };
const surroundings = (limits: Partial<ToolSurroundings['limits']> = {}): ToolSurroundings => ({
  path: '/usr/bin:/bin',
  limits: { ...LIMITS, ...limits },
});
const shell = (script: string) => ({ tool: 'exiftool' as const, words: ['/bin/sh', '-c', script] });
const never = anyCall();

/** A process that only waits to be reaped has ended. */
const runs = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
};

const ended = (pids: readonly number[]): Promise<void> => until(() => pids.every((pid) => !runs(pid)));

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

/** Ignores SIGTERM, has a child that does the same, writes the numbers of both, and goes on. */
const STUBBORN = (file: string): string =>
  `trap '' TERM HUP; (trap '' TERM HUP; exec sleep 600) & echo $$ $! > '${file}.new'; mv '${file}.new' '${file}'; echo begun; sleep 600`;

describe('the process of a tool', () => {
  const folder = temporaryFolder();
  const pidsIn = async (file: string): Promise<readonly number[]> => {
    await until(() => existsSync(file));
    return readFileSync(file, 'utf8').trim().split(' ').map(Number);
  };

  it('has its output, its errors and its exit code', async () => {
    const run = await runTool(shell('echo out; echo wrong >&2; exit 3'), surroundings(), never);
    expect(run).to.deep.equal({ code: 3, errors: 'wrong', output: 'out\n' });
  });

  it('is as important as this process, or gives way to it where it is told to', async () => {
    const [plain, nicer] = await Promise.all(
      [false, true].map((givesWay) => runTool({ ...shell('nice'), givesWay }, surroundings(), never)),
    );
    expect(Number(plain?.output)).to.equal(getPriority());
    expect(Number(nicer?.output)).to.be.above(getPriority());
  });

  it('has what it is given as input, and no input otherwise', async () => {
    await using given = new ToolProcess({ ...shell('cat'), hasInput: true }, surroundings(), never);
    given.input.end('text');
    const output = await collected(given.output());
    const none = await runTool(shell('cat; echo end'), surroundings(), never);
    expect([Buffer.concat(output).toString(), none.output]).to.deep.equal(['text', 'end\n']);
  });

  it('has only the variables that tools need', async () => {
    const { output } = await runTool(shell('env'), surroundings(), never);
    const names = [...output.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(names).to.include.members(['PATH', 'LC_ALL', 'TZ']);
    const allowed = ['HOME', 'LC_ALL', 'OLDPWD', 'PATH', 'PWD', 'SHLVL', 'SIEGFRIED_HOME', 'TMPDIR', 'TZ', '_'];
    expect(allowed).to.include.members(names);
  });

  it('has the folder for temporary files that the call names', async () => {
    const call = { ...never, temporaryFolder: folder() };
    const { output } = await runTool(shell('mktemp'), surroundings(), call);
    expect(output).to.match(new RegExp(`^${folder()}/`));
  });

  it('ends with all that it has started when the call is aborted, though it ignores SIGTERM', async () => {
    const file = join(folder(), 'pids');
    const call = new AbortController();
    const run = failureOf(runTool(shell(STUBBORN(file)), surroundings(), call));
    const pids = await pidsIn(file);
    call.abort(new Error('not any more'));
    expect(await run).to.have.property('message', 'not any more');
    await ended(pids);
  });

  it('leaves nothing behind when its caller stops reading', async () => {
    const file = join(folder(), 'pids');
    await using tool = new ToolProcess(shell(STUBBORN(file)), surroundings(), never);
    for await (const line of readLines(tool.output(), 'exiftool')) {
      expect(line).to.equal('begun');
      break;
    }
    await tool[Symbol.asyncDispose]();
    await ended(await pidsIn(file));
  });

  it('ends what it has started and not waited for', async () => {
    const file = join(folder(), 'pid');
    const run = await runTool(shell(`sleep 600 & echo $! > '${file}'`), surroundings(), never);
    expect(run.code).to.equal(0);
    await ended(await pidsIn(file));
  });

  it('ends with all that it has started when the platform is killed', async () => {
    const file = join(folder(), 'pids');
    const words = [STUBBORN(file)];
    await killedAfter({ file: 'test/infra/tools/stand-ins/killed-platform.js', words }, 1);
    await ended(await pidsIn(file));
  });

  it('is ended when it says nothing for too long', async () => {
    const failure = await failureOf(runTool(shell('echo a; sleep 600'), surroundings({ silentMs: 300 }), never));
    expect(failure).to.include({ name: 'ToolFailure', kind: 'limit' });
    expect(failure).to.have.property('message').that.contains('wrote nothing');
  });

  it('is ended when it takes too long in all', async () => {
    const chatty = shell('while :; do echo a; done');
    const failure = await failureOf(
      (async () => {
        await using tool = new ToolProcess(chatty, surroundings({ callMs: 300 }), never);
        for await (const chunk of tool.output()) expect(chunk.length).to.be.above(0);
      })(),
    );
    expect(failure).to.have.property('message').that.contains('did not end');
  });

  it('is not ended for the time in which nothing is asked of it', async () => {
    await using tool = new ToolProcess({ ...shell('cat'), hasInput: true }, surroundings({ callMs: 300 }), never);
    tool.idle();
    await runTool(shell('sleep 0.6'), surroundings(), never);
    tool.input.end('text');
    expect(Buffer.concat(await collected(tool.output())).toString()).to.equal('text');
  });

  it('is ended for the time of what is asked of it after that', async () => {
    const failure = await failureOf(
      (async () => {
        await using tool = new ToolProcess(shell('while :; do echo a; done'), surroundings({ callMs: 300 }), never);
        tool.idle();
        for await (const chunk of tool.output()) expect(chunk.length).to.be.above(0);
      })(),
    );
    expect(failure).to.have.property('message', 'ExifTool did not end within 0.3 s (MUNIMENT_TOOL_CALL_SECONDS).');
  });

  it('is ended when it takes too much memory, also in a process that it starts', async function () {
    if (!existsSync('/proc/self/status')) this.skip();
    const eater = `(exec '${process.execPath}' -e 'globalThis.kept = Buffer.alloc(300 * 1024 ** 2, 1); setInterval(() => {}, 1000)'); true`;
    const failure = await failureOf(runTool(shell(eater), surroundings({ memoryBytes: 200 * 1024 ** 2 }), never));
    expect(failure).to.include({ name: 'ToolFailure', kind: 'limit' });
    expect(failure).to.have.property('message').that.contains('200 MiB');
  });

  it('is not ended for the files that it has mapped', () => {
    const status =
      'Name:\tpython3\nVmRSS:\t20000000 kB\nRssAnon:\t   30000 kB\nRssFile:\t19969000 kB\nRssShmem:\t1000 kB\n';
    expect(takenMemory(status)).to.equal(31_000 * 1024);
    expect(takenMemory('VmRSS:\t 5 kB\n')).to.equal(5 * 1024);
    expect(takenMemory('')).to.equal(0);
  });
  it('does not fill the memory of its caller', async () => {
    const failure = await failureOf(runTool(shell('yes'), surroundings(), never));
    expect(failure).to.include({ name: 'ToolFailure', kind: 'limit' });
    const line = shell('yes | tr -d "\\n"');
    const long = failureOf(
      (async () => {
        await using tool = new ToolProcess(line, surroundings(), never);
        for await (const each of readLines(tool.output(), 'exiftool')) expect(each).to.equal('');
      })(),
    );
    expect(await long)
      .to.have.property('message')
      .that.contains('a line of more than');
  });

  it('is not waited for where a process that has left its group holds its output open', async () => {
    const file = join(folder(), 'pid');
    const script = `setsid sh -c 'echo $$ > ${file}; exec sleep 600' & while [ ! -s ${file} ]; do :; done`;
    const failure = await failureOf(runTool(shell(script), surroundings({ silentMs: 500 }), never));
    for (const pid of await pidsIn(file)) process.kill(pid, 'SIGKILL');
    expect(failure).to.include({ name: 'ToolFailure', kind: 'limit' });
  });
});
