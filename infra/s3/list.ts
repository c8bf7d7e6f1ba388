import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ByteStore, ListedObject } from '../../formats/bytes.js';
import { withFaults } from './fault.js';

/** Lists with escaped keys, for XML cannot carry all of them; a store that sends them bare says so. */
export const lister = (client: S3Client): ByteStore['list'] =>
  async function* (bucket, prefix, { after } = {}) {
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        EncodingType: 'url',
        ...(after === undefined ? {} : { StartAfter: after }),
        ...(token === undefined ? {} : { ContinuationToken: token }),
      });
      const page = await withFaults('read', () => client.send(command));
      for (const { Key = '', Size = 0, ETag = '', LastModified = new Date(0) } of page.Contents ?? []) {
        const key = keyIn(page, Key);
        yield { bucket, key, size: Size, etag: ETag, lastModified: LastModified } satisfies ListedObject;
      }
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  };

/** A key as a page of a listing names it. Stores write a space as `+` or `%20`, and a plus always as `%2B`. */
export const keyIn = ({ EncodingType }: { readonly EncodingType?: string | undefined }, text: string): string =>
  EncodingType === 'url' ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
