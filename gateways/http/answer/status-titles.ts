import { STATUS_CODES } from 'node:http';

/** The names of RFC 9110 where Node still has older ones. */
const RENAMED: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

/** What a status is called. */
export const titleOf = (status: number): string => RENAMED[status] ?? STATUS_CODES[status] ?? `Status ${status}`;
