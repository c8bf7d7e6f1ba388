import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { openS3Endpoint, type S3Endpoint } from '../../../../../infra/embedded/s3-server/s3-server.js';
import { everySchedule, interleaveSteps } from '../../../../support/scheduling/interleaving.js';
import { openS3Harness, owner, type S3Harness } from '../../../../support/s3/s3-harness.js';
import { steppedEngine } from '../../../../support/faults/stepped-engine.js';
import { chosenAtDepth } from '../../../../support/random/depth.js';

const Bucket = 'workspace';
const SOURCE = 'source';

interface BegunUpload {
  readonly upload: { readonly Key: string; readonly UploadId: string };
  /** The ETag of the one part there is. */
  readonly ETag: string;
}

/** What came of an operation: `done`, or the name and the status of the refusal. */
type Outcome = string;

const OPERATIONS = {
  complete: (client: S3Client, { ETag, upload }: BegunUpload) =>
    client.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        ...upload,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
      }),
    ),
  abort: (client: S3Client, { upload }: BegunUpload) =>
    client.send(new AbortMultipartUploadCommand({ Bucket, ...upload })),
  'upload-part': (client: S3Client, { upload }: BegunUpload) =>
    client.send(new UploadPartCommand({ Bucket, ...upload, PartNumber: 2, Body: 'another part' })),
  'replace-part': (client: S3Client, { upload }: BegunUpload) =>
    client.send(new UploadPartCommand({ Bucket, ...upload, PartNumber: 1, Body: 'the same part anew' })),
  'copy-part': (client: S3Client, { upload }: BegunUpload) =>
    client.send(new UploadPartCopyCommand({ Bucket, ...upload, PartNumber: 3, CopySource: `${Bucket}/${SOURCE}` })),
  'list-parts': (client: S3Client, { upload }: BegunUpload) =>
    client.send(new ListPartsCommand({ Bucket, ...upload })).then(({ Parts = [] }) => {
      // An upload that is there has the part that it was begun with, or the one that replaced it.
      if (!Parts.some(({ PartNumber }) => PartNumber === 1)) throw new Error('a list without the part there is');
    }),
};

type Name = keyof typeof OPERATIONS;

const GONE = 'NoSuchUpload 404';
/** A part that was named was replaced meanwhile. */
const REPLACED = 'InvalidPart 400';

const outcomeOf = async (call: Promise<unknown>): Promise<Outcome> => {
  try {
    await call;
    return 'done';
  } catch (error) {
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    return $metadata === undefined ? message : `${name} ${$metadata.httpStatusCode}`;
  }
};

const ends = (name: Name): boolean => name === 'complete' || name === 'abort';

/** What may come of an operation beside another one. */
const allowed = (name: Name, other: Name): readonly Outcome[] => [
  'done',
  ...(ends(other) ? [GONE] : []),
  ...(name === 'complete' && other === 'replace-part' ? [REPLACED] : []),
];

describe('S3 endpoint: two requests about one multipart upload, in every order of their steps', () => {
  let harness: S3Harness;
  const doors: { readonly endpoint: S3Endpoint; readonly client: S3Client; gate: (() => Promise<void>) | null }[] = [];
  before(async () => {
    harness = await openS3Harness();
    for (let index = 0; index < 2; index++) {
      const endpoint = await openS3Endpoint({
        engine: steppedEngine(harness.engine, () => doors[index]?.gate ?? null),
        host: '127.0.0.1',
        port: 0,
        region: 'us-east-1',
        credentials: [{ ...owner, may: () => true }],
        now: () => new Date(),
        graceMs: 500,
      });
      doors.push({ endpoint, client: harness.client({ endpoint: endpoint.endpoint }), gate: null });
    }
    await harness.client().send(new PutObjectCommand({ Bucket, Key: SOURCE, Body: 'copied' }));
  });
  after(async () => {
    await harness.close();
    for (const { endpoint } of doors) await endpoint.close();
  });

  const begin = async (): Promise<BegunUpload> => {
    const Key = randomUUID();
    const { client } = doors[0]!;
    const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const part = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'the part' });
    const { ETag = '' } = await client.send(part);
    return { upload: { Key, UploadId }, ETag };
  };

  const isThere = async ({ upload: { Key } }: BegunUpload): Promise<boolean> =>
    (await outcomeOf(doors[0]!.client.send(new HeadObjectCommand({ Bucket, Key })))) === 'done';

  const names = Object.keys(OPERATIONS) as Name[];
  // What two copies do to the upload, two parts that are sent do; their reads of the source make for many orders.
  const pairs = names.flatMap((one, index) =>
    names.slice(index).flatMap((other) => (one === 'copy-part' && other === one ? [] : [{ one, other }])),
  );
  for (const { one, other } of chosenAtDepth(pairs)) {
    it(`${one} beside ${other}`, async () => {
      const schedules = await everySchedule(async (choose) => {
        const begun = await begin();
        const outcomes: Outcome[] = [];
        await interleaveSteps(
          [one, other].map((name, door) => async (gate) => {
            doors[door]!.gate = gate;
            outcomes[door] = await outcomeOf(OPERATIONS[name](doors[door]!.client, begun));
            doors[door]!.gate = null;
          }),
          { choose },
        );
        expect(allowed(one, other), `${one} of ${one} and ${other}`).to.include(outcomes[0]);
        expect(allowed(other, one), `${other} of ${one} and ${other}`).to.include(outcomes[1]);
        if (ends(one) && ends(other)) expect(outcomes.filter((each) => each === 'done')).to.have.length(1);
        const completed = [one, other].some((name, door) => name === 'complete' && outcomes[door] === 'done');
        expect(await isThere(begun), 'the object').to.equal(completed);
      }, 1_000);
      expect(schedules).to.be.greaterThan(1);
    });
  }
});
