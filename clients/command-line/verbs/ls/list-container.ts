import type { Archive, ArchivedVersion, Child } from '../../../archive/archive.js';
import { countText } from '../../output/amounts.js';
import { columns } from '../../output/columns.js';
import { sizeCell, timeCell } from '../../looking/file-cells.js';
import { writeLines } from '../../looking/write-lines.js';
import { typedPathText } from '../../program/archive-path.js';
import type { Output } from '../../program/output.js';
import type { Session } from '../../program/verb.js';
import { listedName, type ListingOptions } from './listing-options.js';

/** A child of a container, and where that is asked for, its newest version. */
interface ListedChild {
  readonly child: Child;
  /** The word below the container that is listed. */
  readonly word: string;
  readonly newest: ArchivedVersion | null;
}

type Children = Pick<Archive, 'children' | 'versions'>;

const newestOf = async (archive: Children, { kind, path }: Child): Promise<ArchivedVersion | null> => {
  if (kind === 'container') return null;
  for await (const version of archive.versions(path)) return version;
  return null;
};

async function* childrenBelow(
  archive: Children,
  { container, top }: { readonly container: string; readonly top: string },
  options: ListingOptions,
): AsyncGenerator<ListedChild> {
  const start = top === '' ? 0 : top.length + 1;
  for await (const child of archive.children(container)) {
    yield {
      child,
      word: wordOf(child).slice(start),
      newest: options.isLong ? await newestOf(archive, child) : null,
    };
    if (options.isRecursive && child.kind === 'container')
      yield* childrenBelow(archive, { container: child.path, top }, options);
  }
}

const wordOf = ({ kind, path }: Child): string => (kind === 'container' ? `${path}/` : typedPathText(path));

const recordOf = ({ child, newest }: ListedChild): object => {
  const { kind, path, name, head, modified } = child;
  const { files = null, bytes = null } = newest ?? {};
  return kind === 'container'
    ? { type: kind, path, files, bytes }
    : { type: kind, path, name, version: head, modified, files, bytes };
};

const nameCell = ({ child, word }: ListedChild, options: ListingOptions, output: Output): string =>
  listedName({ name: word, path: wordOf(child) }, options, output);

const rowOf = (listed: ListedChild, options: ListingOptions, output: Output): string[] => {
  const { child, newest } = listed;
  return [
    newest === null ? '' : sizeCell(newest.bytes, output),
    newest === null ? '' : `${newest.files}`,
    child.head === null ? '' : `v${child.head}`,
    timeCell(child.modified, output),
    nameCell(listed, options, output),
  ];
};

const HEAD = [
  { name: 'SIZE', align: 'right' as const },
  { name: 'FILES', align: 'right' as const, from: 60 },
  { name: 'VERSION' },
  { name: 'CHANGED', from: 60 },
  { name: 'NAME' },
];

/** Lists the containers and archival groups of a container; gives the members of the summary. */
export const listContainer = async (
  archive: Children,
  container: string,
  options: ListingOptions,
  { output }: Pick<Session, 'output'>,
): Promise<object> => {
  const count = { containers: 0, groups: 0 };
  const rows: string[][] = [];
  const lines = async function* (): AsyncGenerator<string> {
    for await (const listed of childrenBelow(archive, { container, top: container }, options)) {
      count[listed.child.kind === 'container' ? 'containers' : 'groups'] += 1;
      if (output.form === 'json') await output.record(recordOf(listed));
      else if (options.isLong) rows.push(rowOf(listed, options, output));
      else yield `${nameCell(listed, options, output)}${options.isNull ? '\0' : '\n'}`;
    }
  };
  await writeLines(output, lines());
  if (options.isLong) await output.write(columns({ head: HEAD, rows, output }));
  if (options.isLong)
    output.note(`${countText(count.containers, 'container')}, ${countText(count.groups, 'archival group')}.`);
  return count;
};
