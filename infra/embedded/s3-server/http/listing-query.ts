import { S3Error } from './s3-error.js';
import { uriEncodePath } from './uri-encode.js';

/** How a listing writes keys and prefixes: as they are, or escaped where the client asked for `encoding-type=url`. */
export const nameWriter = (
  query: ReadonlyMap<string, string>,
): { readonly write: (name: string) => string; readonly url: boolean } => {
  const type = query.get('encoding-type') ?? '';
  if (type !== '' && type !== 'url') throw new S3Error('InvalidArgument', 'The only encoding-type is url.');
  return type === 'url' ? { write: uriEncodePath, url: true } : { write: (name) => name, url: false };
};

/** A number in the query; one above `most` counts as `most`, which is S3's page size. Throws InvalidArgument. */
export const readCount = (
  query: ReadonlyMap<string, string>,
  name: string,
  { otherwise = 1000, most = 1000 } = {},
): number => {
  const text = query.get(name);
  if (text === undefined || text === '') return otherwise;
  if (!/^\d{1,10}$/.test(text)) throw new S3Error('InvalidArgument', `${name} is not a number.`);
  return Math.min(Number(text), most);
};
