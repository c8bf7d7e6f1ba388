import type { Operation } from '../operation.js';
import { splitTarget } from './request-target.js';

const HIDDEN = '[hidden]';
/** What the name of a parameter looks like, and no secret does. */
const NAME = /^[a-z_-]{1,30}$/i;

/** The path of a request line, escaped as it came, without the host and the query that may stand around it. */
export const pathOfTarget = (target: string): string => splitTarget(target)?.path ?? '';

/**
 * A request line as the log may have it: values stand there of parameters that the operation describes alone, for any
 * other one may be a token that was meant for a header.
 */
export const loggedUrl = (target: string, operation: Operation | null): string => {
  const { path, query } = splitTarget(target) ?? { path: '', query: '' };
  if (query === '') return path;
  const shown = query.split('&').map((pair) => {
    const [name = '', value] = pair.split('=', 2);
    if (operation?.query.has(decoded(name).toLowerCase()) === true) return pair;
    return value === undefined || !NAME.test(name) ? HIDDEN : `${name}=${HIDDEN}`;
  });
  return `${path}?${shown.join('&')}`;
};

const decoded = (name: string): string => [...new URLSearchParams(`${name}=`).keys()][0] ?? '';
