import { useEffect, useId, useState } from 'react';
import { useWords } from '../../words/language.js';

/** The number of the page, to go to another one. */
export const PageNumber = ({
  page,
  total,
  onPage,
}: {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}) => {
  const { viewer: words } = useWords();
  const id = useId();
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const go = (): void => {
    const wanted = Number(typed.replace(/\D/g, ''));
    if (wanted >= 1 && wanted <= total) onPage(wanted);
    else setTyped(String(page));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <label className="sr" htmlFor={id}>
        {words.number}
      </label>
      <input
        id={id}
        className="in pos"
        style={{ height: 26 }}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={go}
      />
    </form>
  );
};
