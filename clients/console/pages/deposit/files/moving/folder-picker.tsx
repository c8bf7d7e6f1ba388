import { useInfiniteQuery } from '@tanstack/react-query';
import { lastName } from '../../../../../../formats/paths/repository-path.js';
import { readFolder } from '../../../../api/deposits.js';
import { PathPicker } from '../../../../parts/controls/path-picker.js';
import { useWords } from '../../../../words/language.js';

/** Entries of a folder that are read together: folders come before files. */
const SHOWN = 100;

/** Chooses a folder of a deposit by opening it, below the two folders that are preserved. */
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
  const query = useInfiniteQuery({
    queryKey: ['deposits', depositId, 'combined', 'folders', folder],
    queryFn: async ({ signal, pageParam }) => {
      const { entries, total } = await readFolder(depositId, { path: folder, offset: pageParam, limit: SHOWN }, signal);
      const folders = entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
      const next = pageParam + SHOWN;
      return { folders, next: folders.length < entries.length || next >= total ? null : next };
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <PathPicker
      label={words.intoFolder}
      top={words.topOfDeposit}
      path={folder}
      onPath={onFolder}
      query={query}
      rowsOf={({ folders }) =>
        folders.map((path) => ({
          path,
          name: lastName(path),
          icon: 'folder',
          note: null,
          onChoose: () => onFolder(path),
        }))
      }
      nothing={words.noFolders}
    />
  );
};
