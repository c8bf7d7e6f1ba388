import { S3Error } from '../s3-error.js';

const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Reads ISO 8601's basic form, or the date of HTTP, to the second. Throws AccessDenied for anything else. */
export const parseTimestamp = (text: string): { timestamp: string; at: Date } => {
  const at = new Date(text.replace(basic, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(at.getTime())) throw new S3Error('AccessDenied', 'The request has no valid date.');
  return { timestamp: basic.test(text) ? text : at.toISOString().replace(/[-:]|\.\d{3}/g, ''), at };
};
