import type { Language } from '../../http/request/negotiation.js';
import { english } from './english/english.js';
import { german } from './german/german.js';
import type { HistoryFact, Sentences } from './sentences.js';

const SENTENCES: Readonly<Record<Language, Sentences<HistoryFact>>> = { en: english, de: german };

/** What a fact says, as a sentence for a reader. */
export const sentenceOf = (fact: HistoryFact, by: string, language: Language): string => {
  const tell = SENTENCES[language][fact.type] as (data: HistoryFact['data'], by: string) => string;
  return tell(fact.data, by);
};
