/** The languages in which texts are answered; the first where a client asks for none of them. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const qualityOf = (parameters: readonly string[]): number => {
  const given = parameters.map((each) => /^q=([01](?:\.\d{0,3})?)$/i.exec(each.trim())?.[1]).find(Boolean);
  return given === undefined ? 1 : Number(given);
};

/**
 * The language that the value of an Accept-Language header prefers (RFC 9110, 12.5.4): of the ranges with the highest quality
 * the first; `de-AT` is German. English without one, and where it names no other.
 */
export const preferredLanguage = (accepted: string | undefined): Language => {
  let preferred: { readonly language: Language; readonly quality: number } = { language: LANGUAGES[0], quality: 0 };
  for (const range of (accepted ?? '').split(',')) {
    const [tag = '', ...parameters] = range.split(';');
    const [primary] = tag.trim().toLowerCase().split('-');
    const language = primary === '*' ? LANGUAGES[0] : LANGUAGES.find((each) => each === primary);
    const quality = qualityOf(parameters);
    if (language !== undefined && quality > preferred.quality) preferred = { language, quality };
  }
  return preferred.language;
};
