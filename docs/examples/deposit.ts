// Preserves a folder: node dist/docs/examples/deposit.js <folder> <address of the preservation service> <path of the group>
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'; // reads the AWS_… variables by itself

const [folder = '', api = '', group = ''] = process.argv.slice(2);
const s3 = new S3Client({ forcePathStyle: true });

const call = async (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer;
};
const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;

const archivalGroup = `${api}/repository/${group}`;
const request = { template: 'RootLevel', archivalGroup, archivalGroupName: group };
const deposit = await json<{ id: string; files: string }>(call('POST', `${api}/deposits`, request));
const [, Bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(deposit.files) ?? [];

const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const files = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
const paths: string[] = [];
for (const file of files) {
  const path = `objects/${relative(folder, file)}`;
  const Body = await readFile(file);
  // The store refuses bytes that have another digest, and the METS takes it from there.
  const ChecksumSHA256 = createHash('sha256').update(Body).digest('base64');
  await s3.send(new PutObjectCommand({ Bucket, Key: prefix + path, Body, ChecksumSHA256 }));
  paths.push(path);
}

const etag = (await call('GET', `${deposit.id}/mets`)).headers.get('etag') ?? '';
interface Added {
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly withoutDigest: readonly string[];
}
const added = await json<Added>(call('POST', `${deposit.id}/mets`, paths, { 'if-match': etag }));
if (added.skipped.length + added.withoutDigest.length > 0) throw new Error(JSON.stringify(added));

interface Result {
  readonly id: string;
  readonly status: string;
  readonly newVersion: string | null;
  readonly errors: unknown;
}
const wanted = { id: `${deposit.id}/importjobs/diff` };
let job = await json<Result>(call('POST', `${deposit.id}/importjobs`, wanted));
while (!job.status.startsWith('completed')) {
  await pause(1000);
  job = await json<Result>(call('GET', job.id));
}
if (job.status !== 'completed') throw new Error(JSON.stringify(job.errors));
console.log(`${paths.length} files are ${job.newVersion} of ${archivalGroup}`);
