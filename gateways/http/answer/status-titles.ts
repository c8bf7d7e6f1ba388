import { STATUS_CODES } from 'node:http';

/** Names of RFC 9110 for which Node has older ones. */
const RENAMED: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

/** The name of a status. */
export const titleOf = (status: number): string => RENAMED[status] ?? STATUS_CODES[status] ?? `Status ${status}`;
