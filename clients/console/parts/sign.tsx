/** What was done with a file, as a sign. */
const SIGNS = {
  added: ['add', '+'],
  changed: ['chg', '~'],
  renamed: ['ren', '→'],
  deleted: ['del', '−'],
} as const;

/** The sign of a change; `say` is its word for who does not see it. */
export const Sign = ({ kind, say }: { readonly kind: keyof typeof SIGNS; readonly say?: string }) => {
  const [look, sign] = SIGNS[kind];
  return (
    <>
      <span className={`sg ${look}`} aria-hidden="true" title={say}>
        {sign}
      </span>
      {say === undefined ? null : <span className="sr">{say}</span>}
    </>
  );
};
