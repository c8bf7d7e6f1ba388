import { listed } from './words.js';

/** What the validator found wrong: `/body/name` and `must be string`. */
interface Violation {
  readonly path: string;
  readonly message: string;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

const TYPE = /^must be ((?:string|integer|number|boolean|array|object|null)(?:,[a-z]+)*)$/;

/** Null among them is an empty text. */
const WORDS = /^must be equal to one of the allowed values: (.*)$/s;

/** The parts of the message that people read: types, words and times. */
const inWords = (message: string): string => {
  const types = TYPE.exec(message)?.[1];
  if (types !== undefined)
    return `must be ${listed(
      types.split(',').map((type) => TYPES[type] ?? type),
      'or',
    )}`;
  const words = WORDS.exec(message)?.[1];
  if (words !== undefined)
    return `must be ${listed(
      words.split(', ').map((word) => (word === '' ? 'null' : word)),
      'or',
    )}`;
  return message === 'must match format "date-time"'
    ? 'must be a date, or a date and time such as 2026-03-04T05:06:07Z'
    : message;
};

/** A violation as a part of a sentence: `body/name must be a string or null`. */
export const violationText = ({ path, message }: Violation): string =>
  `${path.replace(/^\//, '')} ${inWords(message)}`.trim();
