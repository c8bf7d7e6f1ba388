import { useMemo } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { CombinedState } from '../../../api/deposits.js';
import type { FileFilter } from './entry.js';

/** Folders as one text; a bar stands between them, and is escaped in their names. */
const joined = (folders: ReadonlySet<string>): string =>
  [...folders].map((path) => path.replaceAll('%', '%25').replaceAll('|', '%7C')).join('|');

const split = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('|')
      .filter((each) => each !== '')
      .map((each) => each.replaceAll('%7C', '|').replaceAll('%25', '%')),
  );

/** What the address says of the files: open folders, the one whose details are shown, and what narrows them. */
export const useFilesSearch = () => {
  const search = useSearch({ from: '/inside/deposits/$deposit/' });
  const navigate = useNavigate();
  const go = (changes: Record<string, string | undefined>): void =>
    void navigate({ to: '.', search: { ...search, ...changes }, replace: true, resetScroll: false });
  const open = useMemo(() => split(search.open ?? 'objects'), [search.open]);
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
    setOpen: (next: ReadonlySet<string>) => go({ open: next.size === 0 ? '|' : joined(next) }),
    setFilter: ({ show, name }: FileFilter) => go({ show, name }),
    setAt: (at: string | null) => go({ at: at ?? undefined }),
  };
};
export type FilesSearch = ReturnType<typeof useFilesSearch>;
