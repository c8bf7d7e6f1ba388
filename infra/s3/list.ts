import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { ListObjectsV2CommandInput, ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { ByteStore, ListedObject } from '../../formats/bytes.js';
import { withFaults } from './fault.js';

type Listing = Pick<ListObjectsV2CommandInput, 'Bucket' | 'Prefix' | 'StartAfter' | 'Delimiter'>;

/** Lists with escaped keys, for XML cannot carry all of them; a store that sends them bare says so. */
async function* pages(client: S3Client, listing: Listing): AsyncGenerator<ListObjectsV2CommandOutput> {
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      ...listing,
      EncodingType: 'url',
      ...(token === undefined ? {} : { ContinuationToken: token }),
    });
    const page = await withFaults('read', () => client.send(command));
    yield page;
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/** Gives the objects below a prefix, page by page. */
export const lister = (client: S3Client): ByteStore['list'] =>
  async function* (bucket, prefix, { after } = {}) {
    const listing = { Bucket: bucket, Prefix: prefix, ...(after === undefined ? {} : { StartAfter: after }) };
    for await (const page of pages(client, listing))
      for (const { Key = '', Size = 0, ETag = '', LastModified = new Date(0) } of page.Contents ?? []) {
        const key = keyIn(page, Key);
        yield { bucket, key, size: Size, etag: ETag, lastModified: LastModified } satisfies ListedObject;
      }
  };

/** Gives the names of folders directly below a prefix. */
export const folderLister = (client: S3Client): ByteStore['listFolders'] =>
  async function* (bucket, prefix, isWanted = () => true) {
    for await (const page of pages(client, { Bucket: bucket, Prefix: prefix, Delimiter: '/' }))
      for (const { Prefix = '' } of page.CommonPrefixes ?? []) {
        const name = keyIn(page, Prefix).slice(prefix.length, -1);
        if (isWanted(name)) yield name;
      }
  };

/** A key as a page of a listing names it. Stores write a space as `+` or `%20`, and a plus always as `%2B`. */
export const keyIn = ({ EncodingType }: { readonly EncodingType?: string | undefined }, text: string): string =>
  EncodingType === 'url' ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
