import { useInfiniteQuery } from '@tanstack/react-query';
import { lastName, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { readChildren } from '../../api/repository.js';
import { useWords } from '../../words/language.js';
import { PathPicker } from './path-picker.js';

const SHOWN = 100;

interface PlacePickerOptions {
  readonly label: string;
  /** The container that is chosen; '' is the top of the repository. */
  readonly container: RepositoryPath;
  readonly onContainer: (path: RepositoryPath) => void;
  readonly onGroup: (path: RepositoryPath, name: string | null) => void;
}

/** Chooses a container by opening it, or an archival group in one; a hundred of them at a time. */
export const PlacePicker = ({ label, container, onContainer, onGroup }: PlacePickerOptions) => {
  const { parts } = useWords();
  const query = useInfiniteQuery({
    queryKey: ['repository', 'children', container],
    queryFn: ({ signal, pageParam }) =>
      readChildren(container, { limit: SHOWN, ...(pageParam === undefined ? {} : { after: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return (
    <PathPicker
      label={label}
      top={parts.topOfRepository}
      path={container}
      onPath={onContainer}
      query={query}
      rowsOf={({ children }) =>
        children.map(({ kind, path, name, head }) => ({
          path,
          name: name ?? lastName(path),
          icon: kind === 'container' ? 'folder' : 'group',
          note: head === null ? null : `v${head}`,
          onChoose: () => (kind === 'container' ? onContainer(path) : onGroup(path, name)),
        }))
      }
      nothing={parts.nothingInside}
    />
  );
};
