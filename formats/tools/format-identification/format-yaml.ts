import { setImmediate } from 'node:timers/promises';
import type { Losses } from '../../text/decoded-text.js';
import { identifiedFiles, type IdentifiedFiles, type ToolFields } from './identified-files.js';
import { LONGEST } from '../../text/limits.js';
import { chomp, linesOf } from '../../text/lines.js';
import { parseYaml } from './parse-yaml.js';
import { parseYamlLines } from './parse-yaml-lines.js';

/** The most text that is parsed, in UTF-16 units: twenty seconds of work, for the output of 100,000 files. */
const MOST_PARSED = 1 << 26;

/** Reads the format tool's YAML documents: one for the run, then one for each file (companion 9.3). */
export const readFormatYaml = async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<IdentifiedFiles> => {
  const { files, add } = identifiedFiles();
  let scanned: Date | null = null;
  const most = losses.limits.files;
  let [documents, parsed] = [0, 0];
  for await (const lines of documentsOf(chunks, losses)) {
    const text = lines.join('\n');
    parsed += text.length;
    losses.isTooLong ||= files.size >= most || documents++ > most || parsed > MOST_PARSED;
    if (losses.isTooLong) break;
    const document = asDocument(parseYaml(text) ?? parseYamlLines(lines));
    await setImmediate();
    if (document === null) losses.leftOut += 1;
    else if (document.has('filename')) add(texts(document), records(document.get('matches')).map(texts));
    else scanned ??= moment(document.get('scandate'));
  }
  return { files, scanned };
};

/** The lines of each document; one that is longer than LONGEST is left out. */
async function* documentsOf(chunks: AsyncIterable<Uint8Array>, losses: Losses): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let length = 0;
  for await (const block of linesOf(chunks, losses)) {
    for (const line of block) {
      const text = chomp(line);
      if (/^---\s*$/.test(text)) {
        if (length > LONGEST) losses.leftOut += 1;
        else if (lines.length > 0) yield lines;
        lines = [];
        length = 0;
        continue;
      }
      length += line.length;
      if (length > LONGEST) lines = [];
      else lines.push(text);
    }
  }
  if (length > LONGEST) losses.leftOut += 1;
  else if (lines.length > 0) yield lines;
}

type Document = ReadonlyMap<string, unknown>;

const asDocument = (value: unknown): Document | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : null;

const records = (value: unknown): Document[] =>
  Array.isArray(value) ? value.flatMap((each: unknown) => asDocument(each) ?? []) : [];

const texts = (document: Document): ToolFields =>
  Object.fromEntries([...document].flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])));

const moment = (value: unknown): Date | null => {
  const date = new Date(typeof value === 'string' ? value : NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};
