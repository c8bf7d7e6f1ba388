import type { ToolCall } from '../../../formats/tools/findings/tool-ports.js';
import { readLines } from '../process/read-lines.js';
import { badEnd } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { ToolProcess } from '../process/tool-process.js';
import { knownVirusesIn, readScanReport } from './scan-report.js';

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

/** What the process of a scan is started with. */
export interface ClamscanStart {
  /** The command, absolute, and its options. */
  readonly words: readonly string[];
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

  constructor({ words, mark, list }: ClamscanStart, surroundings: ToolSurroundings, call: ToolCall) {
    const all = ['/bin/sh', '-c', WITH_LIST, 'clamscan', list, ...words, '--stdout'];
    this.#tool = new ToolProcess({ tool: 'clamav', words: all, hasInput: true }, surroundings, call);
    this.#lines = readLines(this.#tool.output(), 'clamav');
    this.#mark = mark;
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
      if (next.value.startsWith(`${this.#mark}: `)) return;
      onLine(next.value);
    }
  }

  /** Ends it; answers how many signatures it had. Throws ToolFailure where it does not come to its end. */
  async end(): Promise<number> {
    this.#tool.input.end();
    const lines: string[] = [];
    for await (const line of this.#lines) lines.push(line);
    const report = readScanReport(lines.join('\n'), new Set());
    if (report.summary === null) throw badEnd('clamav', await this.#tool.end());
    return knownVirusesIn(report);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tool[Symbol.asyncDispose]();
  }
}
