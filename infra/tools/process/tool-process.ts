import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import {
  TOOL_TITLES,
  ToolFailure,
  type ToolCall,
  type ToolFailureKind,
  type ToolName,
} from '../../../formats/tools/findings/tool-ports.js';
import { watchGroupMemory } from './group-memory.js';
import type { ToolSurroundings } from './tool-limits.js';

/** A tool to be started. */
export interface ToolCommand {
  readonly tool: ToolName;
  /** The absolute path of the command, and its arguments. */
  readonly words: readonly string[];
  /** Whether something is written to its standard input, which is empty otherwise. */
  readonly hasInput?: boolean;
  /** Whether other programs come first where there are too few processors for all. */
  readonly givesWay?: boolean;
}

export interface ToolEnd {
  /** A tool that a signal has ended has 128 and the number of the signal. */
  readonly code: number;
  /** The last part of what it wrote to standard error. */
  readonly errors: string;
}

/**
 * Runs the words after the first, which is by how much they are nicer than this process. Linux may share processors among
 * sessions first (autogroup in sched(7)), and each tool has its own, so that the session is made nicer as well. Its third
 * descriptor is a pipe from this process, which closes in any case when this process ends; then everything in the process
 * group is killed, the shell included.
 */
const GUARD = `
niceness=$1
shift
[ "$niceness" = 0 ] || { echo "$niceness" >/proc/self/autogroup; } 2>/dev/null
(read -r line; kill -KILL 0) <&3 >/dev/null 2>&1 &
guard=$!
command -p nice -n "$niceness" "$@" 3<&-
code=$?
{ kill -KILL "$guard"; wait "$guard"; } 2>/dev/null
exit "$code"
`;

/** Enough that a program which gives way has a third of what another one has. */
const NICER = 5;

const MOST_ERRORS = 16 * 1024;
/** The only variables of this process that tools get. */
const KEPT = ['HOME', 'SIEGFRIED_HOME'];

const environmentOf = (path: string, temporaryFolder = tmpdir()): Record<string, string> => ({
  ...Object.fromEntries(KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  PATH: path,
  TMPDIR: temporaryFolder,
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
});

/** Until a stream has more data, or none any more. */
const moreOf = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    const heard = (): void => {
      stream.off('data', heard).off('close', heard);
      resolve();
    };
    stream.on('data', heard).on('close', heard);
  });

/**
 * A tool in a process group of its own. The whole group is killed when the tool ends, exceeds a limit, is disposed of, or
 * the signal aborts, and also when this process ends in any way. Only processes that leave the group escape.
 */
export class ToolProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #command: ToolCommand;
  readonly #limits: ToolSurroundings['limits'];
  readonly #signal: AbortSignal;
  readonly #closed: Promise<number>;
  #failure: unknown = null;
  #hasEnded = false;
  #errors = '';
  #silence: NodeJS.Timeout | undefined;
  #whole: NodeJS.Timeout | undefined;

  constructor(command: ToolCommand, { path, limits }: ToolSurroundings, { signal, temporaryFolder }: ToolCall) {
    signal.throwIfAborted();
    this.#command = command;
    this.#limits = limits;
    this.#signal = signal;
    const niceness = command.givesWay === true ? NICER : 0;
    this.#child = spawn('/bin/sh', ['-c', GUARD, 'tool', `${niceness}`, ...command.words], {
      detached: true,
      stdio: [command.hasInput === true ? 'pipe' : 'ignore', 'pipe', 'pipe', 'pipe'],
      env: environmentOf(path, temporaryFolder),
    });
    this.#closed = this.#watch();
  }

  /** For a command with input. What is written to a tool that has ended is lost. */
  get input(): Writable {
    if (this.#child.stdin === null) throw new TypeError('this tool was started without input');
    return this.#child.stdin;
  }

  /** The chunks of its standard output; throws ToolFailure when a limit is exceeded, or the signal's reason. */
  async *output(silentMs = this.#limits.silentMs): AsyncGenerator<Buffer> {
    const chunks = this.#stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
    for (;;) {
      this.#expect(silentMs);
      const next = await chunks.next().catch((error: unknown) => {
        throw this.#failure ?? error;
      });
      clearTimeout(this.#silence);
      this.#throwFailure();
      if (next.done === true) return;
      yield next.value;
    }
  }

  /** To be called while nothing is asked of it: the time of a call begins anew when it is asked the next time. */
  idle(): void {
    clearTimeout(this.#whole);
    this.#whole = undefined;
  }

  /** What it has written to standard error before this text, since it was asked the last time; all where it ends before. */
  async errorsBefore(text: string): Promise<string> {
    const stream = this.#child.stderr as Readable;
    while (!this.#errors.includes(text) && !stream.closed) await moreOf(stream);
    this.#throwFailure();
    const [before = '', ...after] = this.#errors.split(text);
    this.#errors = after.join(text);
    return before.trim();
  }

  /** Its end; its output must have been read. Throws as `output` does. */
  async end(): Promise<ToolEnd> {
    this.#expect(this.#limits.silentMs);
    const code = await this.#closed;
    clearTimeout(this.#silence);
    this.#throwFailure();
    return { code, errors: this.#errors.trim() };
  }

  /** Kills it where it still runs, and waits until all of it has ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#kill(null);
    await this.#closed;
  }

  get #stdout(): Readable {
    return this.#child.stdout as Readable;
  }

  /** Without output for so long, or without an end of the call for too long, it is killed. */
  #expect(ms: number): void {
    clearTimeout(this.#silence);
    const silent = `wrote nothing for ${ms / 1000} s (MUNIMENT_TOOL_SILENT_SECONDS)`;
    this.#silence = setTimeout(() => this.#exceeded(silent), ms);
    this.#limitCall();
  }

  #limitCall(): void {
    const { callMs } = this.#limits;
    const late = `did not end within ${callMs / 1000} s (MUNIMENT_TOOL_CALL_SECONDS)`;
    this.#whole ??= setTimeout(() => this.#exceeded(late), callMs);
  }

  #exceeded(what: string): void {
    this.#kill(this.#fault('limit', what));
  }

  #fault(kind: ToolFailureKind, what: string): ToolFailure {
    const { tool } = this.#command;
    return new ToolFailure(tool, kind, `${TOOL_TITLES[tool]} ${what}.`);
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure as Error;
  }

  #kill(reason: unknown): void {
    this.#failure ??= reason;
    if (!this.#hasEnded) this.#killGroup();
    // A process that has left the group may hold them open.
    for (const stream of this.#child.stdio) stream?.destroy();
  }

  #killGroup(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // nothing of it runs
    }
  }

  #watch(): Promise<number> {
    this.#limitCall();
    const endLooking = this.#lookAtMemory(this.#limits.memoryBytes);
    const aborted = (): void => this.#kill(this.#signal.reason);
    this.#signal.addEventListener('abort', aborted, { once: true });
    for (const stream of this.#child.stdio) stream?.on('error', () => undefined); // its end says what is wrong
    (this.#child.stdio[3] as Readable).resume(); // or its closing would not be noticed
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#errors = `${this.#errors}${chunk.toString()}`.slice(-MOST_ERRORS);
      this.#silence?.refresh();
    });
    return new Promise((resolve) => {
      const over = (code: number): void => {
        this.idle();
        endLooking();
        clearTimeout(this.#silence);
        this.#signal.removeEventListener('abort', aborted);
        resolve(code);
      };
      this.#child.once('exit', () => {
        this.#killGroup(); // what it has started and left
        this.#hasEnded = true;
      });
      this.#child.once('error', (error) => {
        this.#failure ??= this.#fault('failed', `could not be started: ${error.message}`);
        if (this.#child.pid === undefined) over(127);
      });
      this.#child.once('close', (code) => over(code ?? 128));
    });
  }

  #lookAtMemory(most: number): () => void {
    const { pid } = this.#child;
    if (pid === undefined) return () => undefined;
    return watchGroupMemory(pid, (used) => {
      if (used > most)
        this.#exceeded(`took more than ${Math.floor(most / 1024 ** 2)} MiB of memory (MUNIMENT_TOOL_MEMORY_MIB)`);
    });
  }
}
