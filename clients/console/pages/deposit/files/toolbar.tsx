import { useEffect, useRef, useState, type RefObject } from 'react';
import type { CombinedFolderRow, CombinedState } from '../../../api/deposits.js';
import { Button, Switch } from '../../../parts/controls/button.js';
import { Menu } from '../../../parts/controls/menu.js';
import { useFormats, useWords } from '../../../words/language.js';
import type { FileFilter } from './entry.js';

/** The states that a person may look for, the worst first. */
const STATES: readonly CombinedState[] = [
  'infected',
  'digest-differs',
  'differs',
  'not-in-workspace',
  'not-recorded',
  'not-identified',
  'not-scanned',
  'not-preserved',
  'recorded',
];
/** Besides all files; more of them are in a menu. */
const IN_SWITCH = 3;
/** How long nobody has typed before a list is narrowed. */
const PAUSE_MS = 250;

const NameField = ({
  name,
  field,
  onName,
}: {
  readonly name: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onName: (name: string) => void;
}) => {
  const { deposit: words } = useWords();
  const [typed, setTyped] = useState(name);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setTyped(name), [name]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string): void => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onName(next), PAUSE_MS);
  };
  return (
    <input
      ref={field}
      className="in narrow-by"
      type="search"
      aria-label={words.narrow}
      placeholder={words.narrow}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  );
};

/** What narrows the files: a state with its count, and a part of a name. */
export const FilesToolbar = ({
  folder,
  filter,
  field,
  why,
  onFilter,
  onNewFolder,
}: {
  readonly folder: CombinedFolderRow;
  readonly filter: FileFilter;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Why nothing can be changed. */
  readonly why: string | null;
  readonly onFilter: (filter: FileFilter) => void;
  readonly onNewFolder: () => void;
}) => {
  const { deposit: words, depositFiles } = useWords();
  const { count } = useFormats();
  const present = STATES.filter((state) => folder.states[state] > 0 || state === filter.show);
  const first = present.slice(0, IN_SWITCH);
  const inSwitch =
    filter.show === undefined || first.includes(filter.show) ? first : [...first.slice(0, -1), filter.show];
  const rest = present.filter((state) => !inSwitch.includes(state));
  const show = (state: CombinedState | 'all'): void => {
    const { show: _, ...others } = filter;
    onFilter(state === 'all' ? others : { ...others, show: state });
  };
  const label = (text: string, n: number) => (
    <>
      {text} <span className="n">{count(n)}</span>
    </>
  );
  return (
    <div className="toolbar" role="toolbar" aria-label={depositFiles.toolbar}>
      <Switch
        label={words.show}
        value={filter.show ?? 'all'}
        options={[
          { value: 'all', label: label(words.all, folder.files) },
          ...inSwitch.map((state) => ({ value: state, label: label(words.fileStates[state], folder.states[state]) })),
        ]}
        onChange={show}
      />
      {rest.length === 0 ? null : (
        <Menu
          label={depositFiles.otherStates}
          button={depositFiles.otherStates}
          isSmall
          groups={[
            rest.map((state) => ({
              key: state,
              label: words.counted[state](folder.states[state]),
              onChoose: () => show(state),
            })),
          ]}
        />
      )}
      <NameField
        name={filter.name ?? ''}
        field={field}
        onName={(name) => {
          const { name: _, ...others } = filter;
          onFilter(name.trim() === '' ? others : { ...others, name: name.trim() });
        }}
      />
      <span className="grow" />
      <Button small look="quiet" icon="plus" why={why} onClick={onNewFolder}>
        {depositFiles.newFolder}
      </Button>
    </div>
  );
};
