import type { ExtractedFile } from '../../../formats/tools/findings/findings.js';
import { ToolFailure, type LocalFile, type MetadataExtractor } from '../../../formats/tools/findings/tool-ports.js';
import { findCommand } from '../process/find-command.js';
import { badEnd, runTool } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { ExiftoolSession, OPTIONS, type Printed } from './exiftool-session.js';
import { tagsOf } from './tag-lines.js';

/** So many files in a row on which it fails: then it is not the files. */
const MOST_FAILURES = 5;

const hasLineEnd = ({ location }: LocalFile): boolean => /[\n\r]/.test(location);

const extracted = ({ path }: LocalFile, { lines, errors }: Printed): ExtractedFile => {
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
  readonly #alone: (file: LocalFile) => Promise<Printed>;
  #session: ExiftoolSession | null = null;
  #failures = 0;

  constructor(open: () => ExiftoolSession, alone: (file: LocalFile) => Promise<Printed>) {
    this.#open = open;
    this.#alone = alone;
  }

  /** Throws ToolFailure when it has failed on many files in a row. */
  async *extract(files: readonly LocalFile[]): AsyncGenerator<ExtractedFile> {
    let asked = 0;
    for (const [index, file] of files.entries()) {
      asked = Math.max(asked, index);
      for (let next = files[asked]; next !== undefined && asked < index + AHEAD && !hasLineEnd(next);) {
        (this.#session ??= this.#open()).ask(next.location);
        next = files[++asked];
      }
      const isAsked = asked > index;
      const found = await this.#found(file, () => (isAsked ? this.#answer() : this.#alone(file)));
      if (this.#session === null) asked = index + 1; // the others are asked about again
      yield found;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session?.[Symbol.asyncDispose]();
    this.#session = null;
  }

  async #found(file: LocalFile, read: () => Promise<Printed>): Promise<ExtractedFile> {
    try {
      const printed = await read();
      this.#failures = 0;
      return extracted(file, printed);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      await this[Symbol.asyncDispose]();
      this.#failures += 1;
      if (this.#failures >= MOST_FAILURES) throw error;
      return failedOn(file, error);
    }
  }

  #answer(): Promise<Printed> {
    if (this.#session === null) throw new Error('ExifTool was not asked about this file.');
    return this.#session.answer();
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
      const alone = async ({ location }: LocalFile): Promise<Printed> => {
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
