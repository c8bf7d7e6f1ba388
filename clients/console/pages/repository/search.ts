import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';

const FROM = '/inside/repository/$';

export const useRepositorySearch = () => useSearch({ from: FROM });
export type RepositorySearch = ReturnType<typeof useRepositorySearch>;

/** The path in the repository that the address names. */
export const useRepositoryPath = (): RepositoryPath => {
  const { _splat = '' } = useParams({ from: FROM });
  return _splat.replace(/\/$/, '');
};

/** Changes the state of the page in its address; a change of what is shown is no new place in the history of the browser. */
export const useShow = (): ((next: RepositorySearch, isNewPlace?: boolean) => void) => {
  const navigate = useNavigate();
  return (search, isNewPlace = false) =>
    void navigate({ to: '.', search, replace: !isNewPlace, resetScroll: isNewPlace });
};
