import { useMemo } from 'react';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { useWords } from '../../words/language.js';
import { Viewer } from './viewer.js';

/** A version of an archival group in the viewer, such as `v2`; by default the newest. */
export const GroupViewer = ({ path, version }: { readonly path: RepositoryPath; readonly version: string | null }) => {
  const { viewer: words } = useWords();
  const shown = useMemo(() => ({ kind: 'group', path, version }) as const, [path, version]);
  return <Viewer shown={shown} what={version === null ? words.newest : words.version(version)} />;
};
