import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';

const KEY = 'k';

/** The parts of a request of the SDK that name its bucket and key. */
interface RequestAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
}

/** The address of a bucket, as the SDK calls it, without a final slash: what stands before the key in a URL. */
export const bucketUrl = async (client: Pick<S3Client, 'send'>, bucket: string): Promise<string> => {
  const command = new HeadObjectCommand({ Bucket: bucket, Key: KEY });
  const urls: string[] = [];
  // The SDK makes the request, and sends nothing.
  command.middlewareStack.add(
    () =>
      ({ request }) => {
        const { protocol, hostname, port, path } = request as RequestAddress;
        urls.push(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path.slice(0, -KEY.length - 1)}`);
        return Promise.resolve({ response: undefined, output: { $metadata: {} } });
      },
    { step: 'build', priority: 'low', name: 'keepAddress' },
  );
  await client.send(command);
  return urls.join('');
};
