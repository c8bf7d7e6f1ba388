import { S3Error } from './s3-error.js';

const overridable = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** Headers that a GET asks to have replaced. Throws InvalidArgument for a value that no header can hold. */
export const responseOverrides = (query: ReadonlyMap<string, string>): Record<string, string> => {
  const overrides: Record<string, string> = {};
  for (const name of overridable) {
    const value = query.get(`response-${name}`);
    if (value === undefined) continue;
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new S3Error('InvalidArgument', `response-${name} holds characters that a header cannot.`);
    }
    overrides[name] = value;
  }
  return overrides;
};
