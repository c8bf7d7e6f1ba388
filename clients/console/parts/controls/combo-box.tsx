import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../icon.js';

/** One of the choices that are offered. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Behind the label, in grey. */
  readonly note?: string | null;
}

interface ComboBoxOptions {
  readonly label: string;
  /** What is said in the field while nothing is typed. */
  readonly shown: string;
  /** The chosen one. */
  readonly value: string;
  /** What is typed; null while nothing is. */
  readonly typed: string | null;
  readonly onTyped: (typed: string | null) => void;
  /** The choices that what is typed leaves. */
  readonly choices: readonly Choice[];
  /** Said where it leaves none. */
  readonly nothing: string;
  readonly onChoose: (key: string) => void;
}

/** The choice that a key goes to; null for other keys. */
const movedBy = (key: string, at: number, count: number): number | null => {
  if (key === 'ArrowDown') return Math.min(count - 1, at + 1);
  if (key === 'ArrowUp') return Math.max(0, at - 1);
  return null;
};

/**
 * A field for one of very many: it offers those that what is typed leaves. That of React Aria hides the rest of the page from
 * screen readers while it is open, with links in it that can still be focused, which axe counts as a violation.
 */
export const ComboBox = (options: ComboBoxOptions) => {
  const { label, shown, value, typed, onTyped, choices, nothing, onChoose } = options;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [asked, setAt] = useState(0);
  const at = Math.min(asked, choices.length - 1);
  const active = isOpen ? choices[at] : undefined;
  useEffect(() => setAt(0), [typed]);
  const close = (): void => {
    setOpen(false);
    onTyped(null);
  };
  const choose = (key: string): void => {
    close();
    if (key !== value) onChoose(key);
  };
  const press = (event: KeyboardEvent): void => {
    const to = movedBy(event.key, isOpen ? at : -1, choices.length);
    if (to !== null) {
      setOpen(true);
      setAt(to);
    } else if (event.key === 'Enter' && active !== undefined) {
      choose(active.key);
      field.current?.select();
    } else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  };
  return (
    <span className="combo">
      <input
        ref={field}
        className="in"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${id} ${active.key}`}
        autoComplete="off"
        value={typed ?? shown}
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(true)}
        onChange={({ target }) => {
          onTyped(target.value);
          setOpen(true);
        }}
        onBlur={close}
        onKeyDown={press}
      />
      <Icon name="down" />
      <div className="menu left" hidden={!isOpen}>
        <ul id={id} role="listbox" aria-label={label}>
          {choices.map(({ key, label: words, note = null }, index) => (
            <li
              key={key}
              id={`${id} ${key}`}
              role="option"
              aria-selected={key === value}
              className={index === at ? 'mi here' : 'mi'}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(key)}
            >
              <span>{words}</span>
              <span className="muted">{note}</span>
            </li>
          ))}
        </ul>
        {choices.length === 0 ? <p className="note">{nothing}</p> : null}
      </div>
    </span>
  );
};
