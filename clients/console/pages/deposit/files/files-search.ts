import { useMemo } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { CombinedState } from '../../../api/deposits.js';
import type { FileFilter } from './entry.js';

/** What the address says of the files: open folders, the one whose details are shown, and what narrows them. */
export const useFilesSearch = () => {
  const search = useSearch({ from: '/inside/deposits/$deposit/' });
  const navigate = useNavigate();
  const go = (changes: Record<string, string | undefined>): void =>
    void navigate({ to: '.', search: { ...search, ...changes }, replace: true, resetScroll: false });
  const open = useMemo(
    () => new Set((search.open ?? 'objects').split('|').filter((each) => each !== '')),
    [search.open],
  );
  const filter = useMemo<FileFilter>(
    () => ({
      ...(search.show === undefined ? {} : { show: search.show as CombinedState }),
      ...(search.name === undefined ? {} : { name: search.name }),
    }),
    [search.show, search.name],
  );
  return {
    open,
    filter,
    at: search.at ?? null,
    setOpen: (next: ReadonlySet<string>) => go({ open: next.size === 0 ? '|' : [...next].join('|') }),
    setFilter: ({ show, name }: FileFilter) => go({ show, name }),
    setAt: (at: string | null) => go({ at: at ?? undefined }),
  };
};
export type FilesSearch = ReturnType<typeof useFilesSearch>;
