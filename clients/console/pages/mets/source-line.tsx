import type { ReactNode } from 'react';

/** So many characters of a value are shown. */
const MOST = 400;

const shortened = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text);

const attributesOf = (tag: string): ReactNode[] =>
  [...tag.matchAll(/([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g)].map(([, name, value = ''], index) => (
    <span key={`${name} ${index}`}>
      {' '}
      <i>{name}=</i>
      {shortened(value)}
    </span>
  ));

/** One element as a line: its names dark, its attributes grey, its text as it is; `isFolded` where others are in it. */
export const SourceLine = ({ text, isFolded }: { readonly text: string; readonly isFolded: boolean }) => {
  const [, name = '', attributes = '', slash = ''] =
    /^<([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/.exec(text) ?? [];
  const end = name.length + attributes.length + slash.length + 2;
  const inside = text
    .slice(end)
    .replace(/<\/[^>]*>\s*$/, '')
    .trim();
  const closes = isFolded || text.length > end;
  return (
    <>
      &lt;<b>{name}</b>
      {attributesOf(attributes)}
      {slash}&gt;
      {isFolded ? '…' : shortened(inside)}
      {closes ? (
        <>
          &lt;/<b>{name}</b>&gt;
        </>
      ) : null}
    </>
  );
};
