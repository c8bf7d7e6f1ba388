import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { Files } from '../../file-system/files.js';
import { storeFault } from '../contract/store-fault.js';
import type { EngineIndex } from '../index/engine-index.js';

/** How the name of a mark begins: an empty folder beside the folders of byte files. */
const MARK = 'index-';

type MarkIndex = Pick<EngineIndex, 'cleanup' | 'commit'>;

const marksIn = async (files: Files, root: string): Promise<string[]> =>
  (await files.readFolder(root)).flatMap(({ name }) => (name.startsWith(MARK) ? [name] : []));

/** Whether no other index was used with the byte files since this one was, so that it knows of all their changes. */
export const hasMarkOf = async (files: Files, root: string, { cleanup }: MarkIndex): Promise<boolean> => {
  const marks = await marksIn(files, root);
  return marks.length > 0 && marks.every((mark) => cleanup.folderMarks.has(mark));
};

/** Gives both a new mark, which copies of the index made before do not have. On a full disk they keep what they have. */
export const markAnew = async (files: Files, root: string, { cleanup, commit }: MarkIndex): Promise<void> => {
  const { folderMarks } = cleanup;
  const mark = MARK + randomBytes(8).toString('hex');
  try {
    await commit.write(() => folderMarks.add(mark));
    await files.makeFolder(join(root, mark));
    for (const old of await marksIn(files, root)) if (old !== mark) await files.removeFolder(join(root, old));
    await files.syncFolder(root);
  } catch (error) {
    const fault = storeFault(error);
    if (fault instanceof ByteStoreFault && fault.code === 'store-full') return;
    throw error;
  }
  for (const old of folderMarks.all()) if (old !== mark) commit.later(() => folderMarks.remove(old));
};
