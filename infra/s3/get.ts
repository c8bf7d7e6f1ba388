import { PassThrough, Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Body, GetOptions, ObjectAddress } from '../../formats/bytes.js';
import { asFault } from './fault.js';
import { objectInfo } from './object-info.js';

/** Opens an object's bytes. Rejects with the SDK's errors; the stream fails with a ByteStoreFault. */
export const openBody = async (client: S3Client, at: ObjectAddress, options: GetOptions = {}): Promise<Body> => {
  const { range, etag, isCompared = false } = options;
  const command = new GetObjectCommand({
    Bucket: at.bucket,
    Key: at.key,
    ...(isCompared ? {} : { ChecksumMode: 'ENABLED' }),
    ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end ?? ''}` }),
    ...(etag === undefined ? {} : { IfMatch: etag }),
  });
  if (isCompared) askForChecksum(command);
  const { Body: body, ...told } = await client.send(command);
  return { info: objectInfo(at, told), stream: body instanceof Readable ? translated(body) : Readable.from([]) };
};

/** With `ChecksumMode` the SDK would not only ask for the checksum, but also compare it with the bytes. */
const askForChecksum = ({ middlewareStack }: GetObjectCommand): void =>
  middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { readonly headers: Record<string, string> };
      headers['x-amz-checksum-mode'] = 'ENABLED';
      return next(args);
    },
    { step: 'build', name: 'askForChecksum' },
  );

/** The same bytes, whose errors are faults. Destroying it lets go of the connection. */
const translated = (body: Readable): Readable => {
  const stream = new PassThrough();
  stream.on('error', () => undefined); // it may fail before anybody reads it; whoever does hears of it then
  body.once('error', (error) => stream.destroy(asFault(error, 'read')));
  stream.once('close', () => body.destroy());
  return body.pipe(stream);
};
