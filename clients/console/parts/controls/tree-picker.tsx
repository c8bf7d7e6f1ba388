import { useState, type ReactNode } from 'react';
import { withFoldersAbove } from '../lists/open-folders.js';
import type { TreeEntry } from '../lists/tree-layout.js';
import { Tree, type TreeSource } from '../lists/tree.js';

interface TreePickerOptions<Entry extends TreeEntry> {
  readonly label: string;
  readonly source: TreeSource<Entry>;
  /** The path that is chosen; what it is in is open at first. */
  readonly chosen: string;
  readonly onChoose: (entry: Entry) => void;
  readonly icon: (entry: Entry) => 'folder' | 'group';
  /** At the end of a row. */
  readonly note: (entry: Entry) => ReactNode;
  /** Said where nothing is in the tree. */
  readonly nothing: string;
}

/** Chooses a path in a tree, in a box. */
export const TreePicker = <Entry extends TreeEntry>(options: TreePickerOptions<Entry>) => {
  const { label, source, chosen, onChoose, icon, note, nothing } = options;
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(chosen === '' ? [] : withFoldersAbove(chosen)));
  return (
    <Tree
      isBoxed
      label={label}
      source={source}
      open={open}
      onOpenChange={setOpen}
      chosen={chosen}
      nameHead=""
      columns={[{ key: 'note', head: '', cell: note }]}
      widths="minmax(0,1fr) auto"
      icon={icon}
      name={(entry) => (
        <button type="button" className="asLink" tabIndex={-1} onClick={() => onChoose(entry)}>
          <span className="clip">{entry.name}</span>
        </button>
      )}
      onEnter={onChoose}
      onKey={(event, entry) => {
        if (event.key !== ' ') return false;
        onChoose(entry);
        return true;
      }}
      empty={<p className="muted">{nothing}</p>}
    />
  );
};
