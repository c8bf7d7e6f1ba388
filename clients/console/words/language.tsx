import { createContext, use, useMemo, type ReactNode } from 'react';
import { formatsOf, type Formats } from './formats.js';
import type { Words } from './english/english.js';

/** The languages that there is a catalogue of, and the locale of their numbers and times. */
const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;
export type LanguageCode = keyof typeof LOCALES;
export const LANGUAGES = Object.keys(LOCALES) as readonly LanguageCode[];

/** Words and formats of a language. */
export interface Language {
  readonly code: LanguageCode;
  readonly words: Words;
  readonly formats: Formats;
}

const CATALOGUES = {
  en: async (formats: Formats): Promise<Words> => (await import('./english/english.js')).english(formats),
  de: async (formats: Formats): Promise<Words> => (await import('./german/german.js')).german(formats),
};

/** Loads the catalogue of a language. */
export const loadLanguage = async (code: LanguageCode): Promise<Language> => {
  const formats = formatsOf(LOCALES[code]);
  return { code, formats, words: await CATALOGUES[code](formats) };
};

const KEPT = 'muniment.language';

/** The language that the reader has chosen, else the first of the browser's that there is a catalogue of, else English. */
export const preferredLanguage = (): LanguageCode => {
  const asked = [localStorage.getItem(KEPT) ?? '', ...navigator.languages];
  return (
    asked.map((tag) => LANGUAGES.find((code) => tag.split('-')[0] === code)).find((code) => code !== undefined) ?? 'en'
  );
};

/** Keeps the choice in this browser, and begins anew with it. */
export const chooseLanguage = (code: LanguageCode): void => {
  localStorage.setItem(KEPT, code);
  location.reload();
};

const LanguageContext = createContext<Language | null>(null);

export const LanguageProvider = ({
  language,
  children,
}: {
  readonly language: Language;
  readonly children: ReactNode;
}) => {
  useMemo(() => document.documentElement.setAttribute('lang', language.code), [language]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
};

const useLanguage = (): Language => {
  const language = use(LanguageContext);
  if (language === null) throw new Error('There is no language around this component.');
  return language;
};

export const useWords = (): Words => useLanguage().words;
export const useFormats = (): Formats => useLanguage().formats;
export const useLanguageCode = (): LanguageCode => useLanguage().code;
