import { useEffect, useState } from 'react';
import { useWords } from '../../../words/language.js';

/** A part of a name; it is asked for when one has stopped typing. */
export const NameFilter = ({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const { repository: words } = useWords();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => onChange(typed), 250);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <input
      className="in short"
      type="search"
      aria-label={words.narrow}
      placeholder={words.narrow}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
};
