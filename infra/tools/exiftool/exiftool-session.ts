import { randomInt } from 'node:crypto';
import { ToolFailure, type ToolCall } from '../../../formats/tools/findings/tool-ports.js';
import { readLines } from '../process/read-lines.js';
import { badEnd } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { ToolProcess } from '../process/tool-process.js';

/** What every extraction asks for: repeated tags, and names in UTF-8 (companion 9.6). */
export const OPTIONS = ['-a', '-charset', 'filename=utf8', '-api', 'largefilesupport=1'];

const MOST_LINES = 500_000;

/** What ExifTool prints about one file. */
export interface PrintedOutput {
  readonly lines: readonly string[];
  readonly errors: string;
}

/** An ExifTool that stays open and takes one file after the other. */
export class ExiftoolSession implements AsyncDisposable {
  readonly #tool: ToolProcess;
  readonly #lines: AsyncGenerator<string>;
  /** The end of each block is a number that no file can know. */
  #next = randomInt(2 ** 40);
  /** The ends of the blocks to come, in their order. */
  readonly #ends: string[] = [];

  constructor(command: string, surroundings: ToolSurroundings, call: ToolCall) {
    const words = [command, '-stay_open', 'True', '-@', '-'];
    this.#tool = new ToolProcess({ tool: 'exiftool', words, hasInput: true, givesWay: true }, surroundings, call);
    this.#lines = readLines(this.#tool.output(), 'exiftool');
  }

  /** Asks about a file, whose name has no end of a line in it. Several may be asked about before the answers are read. */
  ask(location: string): void {
    this.#next += 1;
    const end = `{ready${this.#next}}`;
    this.#ends.push(end);
    this.#tool.input.write(`${[...OPTIONS, location, '-echo4', end, `-execute${this.#next}`].join('\n')}\n`);
  }

  /**
   * What it prints about the file that was asked about first and is not answered yet. Throws ToolFailure where it hangs
   * or ends; then it is of no more use.
   */
  async answer(): Promise<PrintedOutput> {
    const end = this.#ends.shift();
    if (end === undefined) throw new Error('ExifTool was asked about no further file.');
    const lines: string[] = [];
    for (;;) {
      const next = await this.#lines.next();
      if (next.done === true) throw badEnd('exiftool', await this.#tool.end());
      if (next.value === end) return { lines, errors: await this.#tool.errorsBefore(end) };
      lines.push(next.value);
      if (lines.length > MOST_LINES)
        throw new ToolFailure('exiftool', 'limit', `ExifTool printed more than ${MOST_LINES} lines about a file.`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tool[Symbol.asyncDispose]();
  }
}
