import { useMemo, useState } from 'react';
import { parentOf, pathViolation, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { useWords } from '../../words/language.js';
import { DepositInWork } from '../deposit-state.js';
import { placesBelow, type PlaceEntry } from '../lists/repository-tree.js';
import { TextField } from './field.js';
import { TreePicker } from './tree-picker.js';

/** A place in the repository: a container, and the archival group in it that was chosen. */
export interface ChosenPlace {
  /** Its path; '' is the top of the repository. */
  readonly container: RepositoryPath;
  readonly group: { readonly path: RepositoryPath; readonly name: string | null } | null;
}

const Note = ({ head, deposit }: PlaceEntry) => {
  if (deposit) return <DepositInWork {...deposit} />;
  return head === null ? null : <span className="muted">v{head}</span>;
};

/** Why a path is none of a container; null where it is. */
export const containerViolation = (path: RepositoryPath): string | null => (path === '' ? null : pathViolation(path));

/** Chooses a container, or an archival group in one, in the tree of the repository; or the container by typing its path. */
export const PlacePicker = ({
  place: { container, group },
  onPlace,
}: {
  readonly place: ChosenPlace;
  readonly onPlace: (place: ChosenPlace) => void;
}) => {
  const { parts } = useWords();
  const source = useMemo(() => placesBelow(''), []);
  const [typed, setTyped] = useState<string | null>(null);
  const choose = ({ kind, path, name, hasName }: PlaceEntry): void => {
    setTyped(null);
    if (kind === 'container') onPlace({ container: path, group: null });
    else onPlace({ container: parentOf(path) ?? '', group: { path, name: hasName ? name : null } });
  };
  return (
    <>
      <TextField
        label={parts.container}
        hint={parts.containerHint}
        wrong={containerViolation(container) === null ? null : parts.containerWrong}
        value={typed ?? container}
        onChange={(text) => {
          setTyped(text);
          onPlace({ container: text.trim().replace(/^\/+|\/+$/g, ''), group: null });
        }}
      />
      <TreePicker
        label={parts.places}
        source={source}
        chosen={group?.path ?? container}
        onChoose={choose}
        icon={({ kind }) => (kind === 'group' ? 'group' : 'folder')}
        note={(entry) => <Note {...entry} />}
        nothing={parts.nothingInside}
      />
    </>
  );
};
