import { useMemo } from 'react';
import { lastName } from '../../../../../../formats/paths/repository-path.js';
import { readFolder } from '../../../../api/deposits.js';
import { TreePicker } from '../../../../parts/controls/tree-picker.js';
import type { TreeSource } from '../../../../parts/lists/tree.js';
import type { TreeEntry } from '../../../../parts/lists/tree-layout.js';
import { useWords } from '../../../../words/language.js';

/** The folders of a deposit, which come before the files; how many there are is not known before the first file. */
const foldersOf = (depositId: string): TreeSource<TreeEntry> => ({
  queryKey: ['deposits', depositId, 'combined', 'folders'],
  load: async (folder, _offset, limit, signal, after) => {
    const offset = Number(after ?? 0);
    const { entries, total } = await readFolder(depositId, { path: folder, offset, limit }, signal);
    const folders = entries.filter(({ kind }) => kind === 'folder');
    const isEnd = folders.length < entries.length || offset + entries.length >= total;
    return {
      entries: folders.map(({ path }) => ({ path, name: lastName(path), isFolder: true })),
      next: isEnd ? null : `${offset + entries.length}`,
    };
  },
});

/** Chooses a folder of a deposit. */
export const FolderPicker = ({
  depositId,
  folder,
  onFolder,
}: {
  readonly depositId: string;
  readonly folder: string;
  readonly onFolder: (path: string) => void;
}) => {
  const { depositFiles: words } = useWords();
  const source = useMemo(() => foldersOf(depositId), [depositId]);
  return (
    <TreePicker
      label={words.intoFolder}
      source={source}
      chosen={folder}
      onChoose={({ path }) => onFolder(path)}
      icon={() => 'folder'}
      note={() => null}
      nothing={words.noFolders}
    />
  );
};
