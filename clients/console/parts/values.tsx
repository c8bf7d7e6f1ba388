import { useFormats, useWords } from '../words/language.js';

/** A time in the reader's zone, with the exact one at hand; nothing where there is none. */
export const Time = ({
  at,
  as = 'when',
}: {
  readonly at: string | null | undefined;
  readonly as?: 'when' | 'ago' | 'clock';
}) => {
  const formats = useFormats();
  if (at === null || at === undefined) return null;
  return (
    <time dateTime={at} title={formats.exact(at)}>
      {formats[as](at)}
    </time>
  );
};

/** A number of bytes as people write it, with the exact one at hand; nothing where it is unknown. */
export const Size = ({ bytes }: { readonly bytes: number | null | undefined }) => {
  const formats = useFormats();
  if (bytes === null || bytes === undefined) return null;
  return (
    <data value={bytes} title={formats.exactBytes(bytes)}>
      {formats.bytes(bytes)}
    </data>
  );
};

/** A name that is cut in the middle where there is too little room, so that its end stays; it is read aloud whole. */
export const MiddleCut = ({ name, end = 12 }: { readonly name: string; readonly end?: number }) =>
  name.length <= 2 * end ? (
    <span className="clip" title={name}>
      {name}
    </span>
  ) : (
    <span className="midcut" title={name}>
      <span aria-hidden="true">{name.slice(0, -end)}</span>
      <span aria-hidden="true">{name.slice(-end)}</span>
      <span className="sr">{name}</span>
    </span>
  );

interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly renamed: number;
  readonly deleted: number;
}

/** What a version changed: `+418 ~1 →2 −3`. */
export const Delta = ({ added, changed, renamed, deleted }: Changes) => {
  const { parts } = useWords();
  const { count } = useFormats();
  const all = [
    ['add', '+', added, parts.added],
    ['chg', '~', changed, parts.changed],
    ['ren', '→', renamed, parts.renamed],
    ['del', '−', deleted, parts.deleted],
  ] as const;
  return (
    <span className="delta">
      {all
        .filter(([, , n]) => n > 0)
        .map(([kind, sign, n, say]) => (
          <span key={kind} className={kind} title={say(n)}>
            {sign}
            {count(n)}
          </span>
        ))}
    </span>
  );
};
