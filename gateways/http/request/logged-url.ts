import type { Operation } from '../operation.js';
import { splitTarget } from './request-target.js';

const HIDDEN = '[hidden]';
/** The form of a parameter name, which a secret does not have. */
const NAME = /^[a-z_-]{1,30}$/i;

/** The path of a request line, escaped as received, without host and query. */
export const pathOfTarget = (target: string): string => splitTarget(target)?.path ?? '';

/** A path for the log: what has the form of a IIIF session's token is hidden, wherever it is. */
export const loggedPath = (path: string): string => path.replaceAll(/(^|[/=])[0-9a-f]{32}(?=$|[/?&])/gi, `$1${HIDDEN}`);

/**
 * A request line for the log: only parameters that the operation describes keep their values, since another one may be
 * a token that was meant for a header.
 */
export const loggedUrl = (target: string, operation: Operation | null): string => {
  const { path, query } = splitTarget(target) ?? { path: '', query: '' };
  if (query === '') return loggedPath(path);
  const shown = query.split('&').map((pair) => {
    const [name = '', value] = pair.split('=', 2);
    if (operation?.query.has(decoded(name).toLowerCase()) === true) return pair;
    return value === undefined || !NAME.test(name) ? HIDDEN : `${name}=${HIDDEN}`;
  });
  return loggedPath(`${path}?${shown.join('&')}`);
};

const decoded = (name: string): string => [...new URLSearchParams(`${name}=`).keys()][0] ?? '';
