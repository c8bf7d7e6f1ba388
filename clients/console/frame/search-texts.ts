/** The state of a page in its address: texts under names; an empty one is left out. */
export type SearchTexts<Name extends string> = { readonly [Each in Name]?: string };

/** Takes the texts under these names from an address; anything else in it is left out. */
export const searchTexts =
  <const Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): SearchTexts<Name> => {
    const texts = names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
    });
    return Object.fromEntries(texts) as SearchTexts<Name>;
  };

/** Reads the query of an address: every value is a text, the last one of a name counts. */
export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

/** The query of an address, with its question mark; '' without texts. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const texts = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts).toString()}`;
};

/** The number of a page in an address, from 1. */
export const pageIn = ({ page }: SearchTexts<'page'>): number => {
  const number = Number(page ?? 1);
  return Number.isInteger(number) && number > 0 ? number : 1;
};
