import { xmlTextViolation } from '../../xml/characters.js';
import { webUri } from '../structure/web-uri.js';
import type { RecordIdentifier } from '../model/described-mets.js';
import { MetsFault } from '../model/fault.js';

/** Access, rights and record identifiers to be set (companion 5.6). An absent value stays unchanged. */
export interface NewTerms {
  /** All of them; an empty list removes them, null leaves them unchanged. */
  readonly accessRestrictions?: readonly string[] | null;
  /** An absolute URI; null removes it, so that it is inherited again. */
  readonly rightsStatement?: string | null;
  /** When true, no rights statement is inherited or set. */
  readonly rightsStatementSuppressed?: boolean;
  /** All of them; an empty list removes them, null leaves them unchanged. */
  readonly recordIdentifiers?: readonly RecordIdentifier[] | null;
}

/** Throws MetsFault `mets-value-unwritable`. */
export const checkTerms = (what: string, terms: NewTerms): void => {
  const { accessRestrictions, rightsStatement, recordIdentifiers } = terms;
  for (const restriction of accessRestrictions ?? []) check(what, 'access restriction', restriction);
  for (const { source, value } of recordIdentifiers ?? []) {
    check(what, 'record identifier', value);
    if (source !== '') check(what, 'source of a record identifier', source);
  }
  if (rightsStatement === null || rightsStatement === undefined) return;
  check(what, 'rights statement', rightsStatement);
  if (webUri(rightsStatement) === null)
    throw unwritable(what, 'rights statement', `'${rightsStatement}' is no http or https URI`);
};

const check = (what: string, kind: string, text: string): void => {
  const why = text.trim() === '' ? 'it is empty' : xmlTextViolation(text);
  if (why !== null) throw unwritable(what, kind, why);
};

const unwritable = (what: string, kind: string, why: string): MetsFault =>
  new MetsFault('mets-value-unwritable', `The ${kind} of '${what}' cannot be written: ${why}.`);
