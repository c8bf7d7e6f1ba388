import type { ExtractedFile } from '../../../formats/tools/findings/findings.js';
import { ToolFailure, type LocalFile, type MetadataExtractor } from '../../../formats/tools/findings/tool-ports.js';
import { findCommand } from '../process/find-command.js';
import { badEnd, runTool } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { ExiftoolSession, OPTIONS, type PrintedOutput } from './exiftool-session.js';
import { tagsOf } from './tag-lines.js';

/** So many files in a row on which it fails: then it is not the files. */
const MOST_FAILURES = 5;

const hasLineEnd = ({ location }: LocalFile): boolean => /[\n\r]/.test(location);

const extracted = ({ path }: LocalFile, { lines, errors }: PrintedOutput): ExtractedFile => {
  const tags = tagsOf(lines);
  const value = tags.find(({ name }) => name === 'Error')?.value ?? '';
  const isComplete = lines.length > 0 && value === '';
  return { path, tags, error: isComplete ? '' : value || errors || 'ExifTool printed nothing about it' };
};

const failedOn = ({ path }: LocalFile, { message }: ToolFailure): ExtractedFile => ({ path, tags: [], error: message });

/** How many files ExifTool is asked about before it has answered, so that it never waits for a question. */
const AHEAD = 16;

/** Extracts from one file after the other, with a process that stays open, and a new one after it has failed. */
class Extraction implements AsyncDisposable {
  readonly #open: () => ExiftoolSession;
  readonly #alone: (file: LocalFile) => Promise<PrintedOutput>;
  #session: ExiftoolSession | null = null;
  /** How many of the files were asked about, the answered ones included. */
  #asked = 0;
  #failures = 0;

  constructor(open: () => ExiftoolSession, alone: (file: LocalFile) => Promise<PrintedOutput>) {
    this.#open = open;
    this.#alone = alone;
  }

  /** Throws ToolFailure when it has failed on many files in a row. */
  async *extract(files: readonly LocalFile[]): AsyncGenerator<ExtractedFile> {
    for (const [index, file] of files.entries()) {
      this.#askUpTo(files, index, index + AHEAD);
      const others = this.#asked - index - 1;
      let found = await this.#read(file, index);
      if (found instanceof ToolFailure && others > 0) {
        // It may have ended by a file that it was asked about ahead.
        this.#askUpTo(files, index, index + 1);
        found = await this.#read(file, index);
      }
      yield found instanceof ToolFailure ? this.#failed(file, found) : found;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session?.[Symbol.asyncDispose]();
    this.#session = null;
  }

  /** Asks about the files from `index` to `end` that were not asked about, up to one that has to be read alone. */
  #askUpTo(files: readonly LocalFile[], index: number, end: number): void {
    this.#asked = Math.max(this.#asked, index);
    for (let next = files[this.#asked]; next !== undefined && this.#asked < end && !hasLineEnd(next);) {
      (this.#session ??= this.#open()).ask(next.location);
      next = files[++this.#asked];
    }
  }

  /** Answers the failure, where it ends or hangs; then nothing is asked any more. */
  async #read(file: LocalFile, index: number): Promise<ExtractedFile | ToolFailure> {
    try {
      const printed = await (this.#asked > index && this.#session !== null
        ? this.#session.answer()
        : this.#alone(file));
      this.#failures = 0;
      return extracted(file, printed);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      await this[Symbol.asyncDispose]();
      this.#asked = index;
      return error;
    }
  }

  #failed(file: LocalFile, failure: ToolFailure): ExtractedFile {
    this.#asked += 1;
    this.#failures += 1;
    if (this.#failures >= MOST_FAILURES) throw failure;
    return failedOn(file, failure);
  }
}

/**
 * ExifTool: one process for all files, which are told apart by numbers. On a file that it hangs on, or that ends it, it
 * is started anew for the rest. It is looked for at each call.
 */
export const exiftool = (name: string, surroundings: ToolSurroundings): MetadataExtractor => {
  const found = (): string => {
    const command = findCommand(name, surroundings.path);
    if (command !== null) return command;
    const sentence = `ExifTool is not installed: there is no ${name}. npm run tools -- install gets it.`;
    throw new ToolFailure('exiftool', 'missing', sentence);
  };
  return {
    async version(call) {
      const end = await runTool({ tool: 'exiftool', words: [found(), '-ver'] }, surroundings, call);
      if (end.code !== 0 || !/^\d+\.\d+\s*$/.test(end.output)) throw badEnd('exiftool', end);
      return end.output.trim();
    },
    async *extract(files, call) {
      if (files.length === 0) return;
      const command = found();
      const alone = async ({ location }: LocalFile): Promise<PrintedOutput> => {
        const words = [command, ...OPTIONS, location];
        const end = await runTool({ tool: 'exiftool', words }, surroundings, call);
        if (end.code > 1) throw badEnd('exiftool', end);
        return { lines: end.output.split('\n').slice(0, -1), errors: end.errors };
      };
      await using extraction = new Extraction(() => new ExiftoolSession(command, surroundings, call), alone);
      yield* extraction.extract(files);
    },
  };
};
