import { StringDecoder } from 'node:string_decoder';

/** Where the output of one command goes among that of others. */
export interface LabelledLines {
  readonly hear: (chunk: Buffer) => void;
  /** Hands on what was said after the last line break. */
  readonly end: () => void;
}

/** Hands on whole lines, each with the name of the command that said it. */
export const labelledLines = (name: string, hear: (text: string) => void): LabelledLines => {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const tell = (line: string): void => hear(`${name} | ${line}\n`);
  return {
    hear: (chunk) => {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(tell);
    },
    end: () => {
      if (rest !== '') tell(rest);
    },
  };
};
