import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { ByteStore } from '../../formats/bytes.js';
import type { Ready } from '../../infra/compose/platform/platform.js';
import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import { newScratch } from '../support/main-job/kill-case.js';
import { startProcess, type CommandEnd, type RunningPlatform } from '../support/command-line/run-command.js';

const run = promisify(execFile);

const LARGE = 100_000_000;
const STOPPED_WITHIN_MS = 25_000;

interface Deposit {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string;
}

interface Result {
  readonly id: string;
  readonly status: string;
  readonly newVersion: string | null;
}

/** A client of one running platform; ids are kept by their path, since the address changes with every start. */
const clientOf = ({ preservation, s3 }: Ready) => ({
  async call<Value>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Value> {
    const response = await fetch(preservation + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text}`).to.equal(true);
    return (text === '' ? null : JSON.parse(text)) as Value;
  },
  objects: openS3ByteStore({
    endpoint: s3.endpoint,
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    forcePathStyle: true,
  }),
});

type Client = ReturnType<typeof clientOf>;

const pathOf = (id: string): string => new URL(id).pathname;

const chunk = Buffer.alloc(1_000_000, 'a line of a very long letter\n');
const chunks = function* (): Generator<Buffer> {
  for (let sent = 0; sent < LARGE; sent += chunk.length) yield chunk;
};
const sha256 = (): string => {
  const hash = createHash('sha256');
  for (const each of chunks()) hash.update(each);
  return hash.digest('hex');
};

const openDeposit = async (client: Client, { preservation }: Ready): Promise<{ deposit: Deposit; prefix: string }> => {
  await client.call('PUT', '/repository/letters');
  const archivalGroup = `${preservation}/repository/letters/1911`;
  const deposit = await client.call<Deposit>('POST', '/deposits', {
    template: 'RootLevel',
    archivalGroup,
    archivalGroupName: '1911',
  });
  return { deposit, prefix: deposit.files.replace(/^s3:\/\/[^/]+\//, '') };
};

const wellEnded = (ended: CommandEnd & { readonly ms: number }): void => {
  expect(ended.code, `${ended.signal ?? 'it'}: ${ended.stderr}`).to.equal(0);
  expect(ended.ms).to.be.lessThan(STOPPED_WITHIN_MS);
  console.log(`      it ended ${Math.round(ended.ms)} ms after SIGTERM`);
};

/** The result of a job, once it has one. */
const resultOf = async (client: Client, path: string): Promise<Result> => {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const result = await client.call<Result>('GET', path);
    if (/^completed/.test(result.status)) return result;
    if (performance.now() > deadline) throw new Error(`the job is still ${result.status} after a minute`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

describe('npm start', () => {
  let data: string;
  beforeEach(async () => (data = join(await newScratch(), 'data')));
  afterEach(async () => {
    for (const running of started.splice(0)) await running.end('SIGKILL'); // where a test has failed
    await rm(join(data, '..'), { recursive: true });
  });
  const started: RunningPlatform[] = [];
  const start = async (): Promise<RunningPlatform> => {
    const running = await startProcess({ MUNIMENT_DATA: data, MUNIMENT_LOG_LEVEL: 'warn' });
    started.push(running);
    return running;
  };

  it('prints one line of JSON for programs, and three commands to try that work as they stand', async () => {
    const running = await start();
    const { ready } = running;
    expect(ready).to.include({ ready: true, data });
    for (const address of [ready.preservation, ready.storage, ready.s3.endpoint])
      expect(address).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);

    const commands = running.said().match(/^ *curl .*$/gm) ?? [];
    expect(commands).to.have.length(3);
    for (const command of commands) {
      const { stdout } = await run('sh', ['-c', `${command.trim()} -s -w '\\n%{http_code}'`]);
      expect(stdout.split('\n').at(-1), `${command}\n${stdout}`).to.match(/^20[01]$/);
    }
    const ended = await running.end('SIGTERM');
    wellEnded(ended);
    const { secretAccessKey, ...shown } = ready.s3;
    const s3 = { ...shown, credentials: join(data, 'credentials.json') };
    expect(ended.stdout.split('\n').map((line) => JSON.parse(line) as unknown)).to.deep.equal([{ ...ready, s3 }]);
    expect(ended.stdout + ended.stderr).not.to.include(secretAccessKey);
  });

  it('ends in order while an import of 100 MB is running, and finishes it after the next start', async () => {
    const first = await start();
    const client = clientOf(first.ready);
    const { deposit, prefix } = await openDeposit(client, first.ready);
    const path = pathOf(deposit.id);
    const at = { bucket: first.ready.s3.workspaceBucket, key: `${prefix}objects/large.txt` };
    await client.objects.put(at, { stream: Readable.from(chunks()), size: LARGE }, { contentType: 'text/plain' });
    const { metsETag } = await client.call<Deposit>('GET', path);
    await client.call('POST', `${path}/mets`, ['objects/large.txt'], { 'if-match': metsETag });
    const job = await client.call<Result>('POST', `${path}/importjobs`, { id: `${deposit.id}/importjobs/diff` });
    const jobPath = pathOf(job.id);
    while ((await client.call<Result>('GET', jobPath)).status === 'waiting');
    client.objects.close();
    wellEnded(await first.end('SIGTERM'));

    const second = await start();
    const again = clientOf(second.ready);
    expect(await resultOf(again, jobPath)).to.include({ status: 'completed', newVersion: 'v1' });
    again.objects.close();
    const content = await fetch(`${second.ready.storage}/content/letters/1911/objects/large.txt`);
    const hash = createHash('sha256');
    for await (const piece of content.body!) hash.update(piece as Uint8Array);
    expect(hash.digest('hex')).to.equal(sha256());
    wellEnded(await second.end('SIGTERM'));
  });

  it('ends in order while an upload is under way, and nothing of that is left', async () => {
    const first = await start();
    const client = clientOf(first.ready);
    const { prefix } = await openDeposit(client, first.ready);
    const at = { bucket: first.ready.s3.workspaceBucket, key: `${prefix}objects/large.txt` };
    const sender = new EventEmitter();
    const halfway = once(sender, 'halfway');
    const slowly = async function* (): AsyncGenerator<Buffer> {
      for (let sent = 0; sent < LARGE / 2; sent += chunk.length) yield chunk;
      sender.emit('halfway');
      await new Promise(() => undefined);
    };
    const upload: ReturnType<ByteStore['put']> = client.objects.put(at, {
      stream: Readable.from(slowly()),
      size: LARGE,
    });
    const outcome = upload.then(
      () => 'stored',
      () => 'failed',
    );
    await halfway;
    wellEnded(await first.end('SIGTERM'));
    expect(await outcome).to.equal('failed');
    client.objects.close();

    const second = await start();
    const again = clientOf(second.ready);
    expect(await again.objects.head(at)).to.equal(null);
    expect(await readdir(join(data, 'tmp'))).to.deep.equal([]);
    await again.objects.put(at, Buffer.from('short'));
    expect(await again.objects.head(at)).to.include({ size: 5 });
    again.objects.close();
    wellEnded(await second.end('SIGTERM'));
  });
});
