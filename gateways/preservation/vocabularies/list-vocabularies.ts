import { json, route, type Route } from '../../http/route.js';

/** A value of `accessRestrictions` in METS, with its label for people. */
export interface AccessCondition {
  readonly label: string;
  readonly value: string;
}

/** The values that user interfaces offer; the service itself accepts any (companion 1.3). */
export interface Vocabularies {
  readonly accessConditions: readonly AccessCondition[];
  readonly rangeTypes: readonly string[];
}

export const listAccessConditions = ({ accessConditions }: Vocabularies): Route =>
  route('listAccessConditions', () => Promise.resolve(json(200, accessConditions)));

export const listRangeTypes = ({ rangeTypes }: Vocabularies): Route =>
  route('listRangeTypes', () => Promise.resolve(json(200, rangeTypes)));
