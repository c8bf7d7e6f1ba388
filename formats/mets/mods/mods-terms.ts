import { isDeepStrictEqual } from 'node:util';
import { isNamed } from '../../xml/navigate.js';
import type { XmlElement, XmlNode } from '../../xml/tree.js';
import type { MakeElement } from '../elements/element-maker.js';
import { MODS } from '../elements/namespaces.js';
import type { NewTerms } from './new-terms.js';

const ACCESS = 'restriction on access';
const RIGHTS = 'use and reproduction';
/** Written to stop the inheritance of rights; any text that is not a URI does. */
const SUPPRESSED = 'null';

/**
 * Writes terms into the MODS records of one item; at least one record must be given. Equal values are not rewritten.
 */
export const putTerms = (make: MakeElement, records: readonly XmlElement[], terms: NewTerms): void => {
  const { accessRestrictions, recordIdentifiers } = terms;
  const condition = (type: string) => (text: string) => make(MODS, 'accessCondition', [['type', type]], [text]);
  if (accessRestrictions) replace(records, isCondition(ACCESS), accessRestrictions.map(condition(ACCESS)));
  const rights = rightsOf(terms);
  if (rights !== undefined) replace(records, isCondition(RIGHTS), rights.map(condition(RIGHTS)));
  if (!recordIdentifiers) return;
  const made = recordIdentifiers.map(({ source, value }) =>
    make(MODS, 'recordIdentifier', source === '' ? [] : [['source', source]], [value]),
  );
  if (made.length > 0 && infosIn(records).length === 0) records[0]?.append(make(MODS, 'recordInfo'));
  replace(infosIn(records), (node) => isNamed(node, MODS, 'recordIdentifier'), made);
  for (const record of records)
    record.children = record.children.filter(
      (child) => !isNamed(child, MODS, 'recordInfo') || child.element() !== undefined,
    );
};

/** The texts of the rights element; undefined leaves what is there. */
const rightsOf = ({ rightsStatement, rightsStatementSuppressed }: NewTerms): string[] | undefined => {
  if (rightsStatementSuppressed === true) return [SUPPRESSED];
  if (rightsStatement === undefined) return undefined;
  return rightsStatement === null ? [] : [rightsStatement];
};

const isCondition =
  (type: string) =>
  (node: XmlNode): boolean =>
    isNamed(node, MODS, 'accessCondition') && node.attribute('type')?.trim().toLowerCase() === type;

const infosIn = (records: readonly XmlElement[]): XmlElement[] =>
  records.flatMap((record) => record.elements(MODS, 'recordInfo'));

/** Replaces the old children, at the place of the first one, or adds the new ones to the first parent. */
const replace = (
  parents: readonly XmlElement[],
  isOld: (node: XmlNode) => boolean,
  made: readonly XmlElement[],
): void => {
  const old = parents.flatMap(({ children }) => children.filter(isOld));
  if (isDeepStrictEqual(old.map(meaning), made.map(meaning))) return;
  const holder = parents.find(({ children }) => children.some(isOld)) ?? parents[0];
  for (const parent of parents) {
    const first = parent.children.findIndex(isOld);
    const kept = parent.children.filter((child) => !isOld(child));
    if (parent === holder) kept.splice(first < 0 ? kept.length : first, 0, ...made);
    parent.children = kept;
  }
};

const meaning = (node: XmlNode): unknown =>
  node.kind === 'element' ? [node.attribute('source') ?? '', node.text.trim()] : null;
