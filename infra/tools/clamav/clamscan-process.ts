import type { ToolCall } from '../../../formats/tools/findings/tool-ports.js';
import { readLines } from '../process/read-lines.js';
import { badEnd } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { ToolProcess } from '../process/tool-process.js';
import { knownVirusesIn } from './scan-answer.js';

/**
 * Runs the words after the first as a command whose list of files is a named pipe, into which the standard input is copied.
 * The command cannot open its standard input as a file, since that is a socket. The two programs of the system are found
 * whatever the path of tools is.
 */
const WITH_LIST = `
command -p mkfifo "$1" || exit
list=$1
shift
exec 4<&0 </dev/null
command -p cat <&4 >"$list" &
exec "$@" --file-list="$list" 4<&-
`;

/** ClamAV cuts what it unpacks by whole pieces, which are smaller than this. */
const CUT_BYTES = 1024 ** 2;

/**
 * Without these, a file above a limit or with encrypted content is reported as clean. What an archive holds is cut at the
 * size of a file without an alert, so that this is above the size of a scan, which has one.
 */
const optionsFor = (mostBytes: number): readonly string[] => [
  '--alert-exceeds-max=yes',
  '--alert-encrypted=yes',
  `--max-filesize=${4 * mostBytes + CUT_BYTES}`,
  `--max-scansize=${4 * mostBytes}`,
];

/** What the process of a scan is started with. */
export interface ClamscanStart {
  /** Absolute. */
  readonly command: string;
  /** Larger files are not called clean. */
  readonly mostBytes: number;
  /** The location of an empty file. */
  readonly mark: string;
  /** Where a named pipe is made; nothing is there. */
  readonly list: string;
}

/**
 * A clamscan that is given files while it runs: it reads its list of files line by line, and scans each before it reads on.
 * The mark is listed after the files of each call: what is printed about it tells that the others have been scanned.
 */
export class ClamscanProcess implements AsyncDisposable {
  readonly #tool: ToolProcess;
  readonly #lines: AsyncGenerator<string>;
  readonly #mark: string;

  constructor({ command, mostBytes, mark, list }: ClamscanStart, surroundings: ToolSurroundings, call: ToolCall) {
    const words = ['/bin/sh', '-c', WITH_LIST, 'clamscan', list, command, ...optionsFor(mostBytes), '--stdout'];
    this.#tool = new ToolProcess({ tool: 'clamav', words, hasInput: true }, surroundings, call);
    this.#lines = readLines(this.#tool.output(), 'clamav');
    this.#mark = mark;
    this.#tool.idle();
  }

  /**
   * Resolves when files have been scanned, whose locations can stand in a list; `onLine` gets what is printed about them, as
   * it comes. One call at a time. Throws ToolFailure where the process hangs or ends; then it is of no more use.
   */
  async scan(locations: readonly string[], onLine: (line: string) => void): Promise<void> {
    this.#tool.input.write([...locations, this.#mark].map((location) => `${location}\n`).join(''));
    for (;;) {
      const next = await this.#lines.next();
      if (next.done === true) throw badEnd('clamav', await this.#tool.end());
      if (next.value.startsWith(`${this.#mark}: `)) break;
      onLine(next.value);
    }
    this.#tool.idle();
  }

  /** Ends it; answers how many signatures it had. Throws ToolFailure where it does not come to its end. */
  async end(): Promise<number> {
    this.#tool.input.end();
    const lines: string[] = [];
    for await (const line of this.#lines) lines.push(line);
    const known = knownVirusesIn(lines);
    if (known === null) throw badEnd('clamav', await this.#tool.end());
    return known;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tool[Symbol.asyncDispose]();
  }
}
