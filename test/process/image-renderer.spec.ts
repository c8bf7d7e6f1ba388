import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import { callOn } from '../support/http/call-on.js';
import { startProgram } from '../support/processes/program.js';
import { startProcess, type RunningPlatform } from '../support/command-line/run-command.js';
import { openImageRenderer } from '../../infra/images/image-renderer.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { until } from '../support/scheduling/until.js';
import { messageOf } from '../workers/support/log-of-facts.js';

/** A file about a process; empty where it has ended, or is of another user. */
const about = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
};

/** The processes that keep their temporary files in a folder, or below it. */
const processesIn = (folder: string): string[] =>
  readdirSync('/proc').filter(
    (name) =>
      /^\d+$/.test(name) &&
      about(name, 'environ')
        .split('\0')
        .some((variable) => variable.startsWith(`TMPDIR=${folder}`)),
  );

/** Resolves when they have ended: the program that makes images, and the shell that kills it when its parent is gone. */
const noneIsLeftIn = (folder: string): Promise<void> =>
  until('no process is left', () => processesIn(folder).length === 0, 30_000);

/** Of the processes in a folder, the one whose decoder has taken the memory of a large image. */
const decodingIn = (folder: string): string | undefined =>
  processesIn(folder).find((pid) => Number(/^RssAnon:\s+(\d+) kB$/m.exec(about(pid, 'status'))?.[1]) > 120_000);

describe('a process that makes images', () => {
  const started: RunningPlatform[] = [];
  const folder = temporaryFolder(() => Promise.all(started.splice(0).map((running) => running.end('SIGKILL'))));

  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('ends when the process that started it is killed, in the middle of an image', async () => {
    const parent = startProgram({ file: 'test/process/programs/image-renderer.js', words: [folder()] });
    await until('an image is being made', () => processesIn(folder()).length > 0);
    await parent.end();
    await noneIsLeftIn(folder());
  });

  /** Opens a deposit with an image in a viewer; answers the address of the image. */
  const imageOn = async ({ preservation, s3 }: RunningPlatform['ready'], image: Buffer): Promise<string> => {
    const call = callOn(preservation);
    const { body } = await call<{ id: string; files: string }>('POST', '/deposits', { template: 'RootLevel' });
    const { hostname: bucket, pathname } = new URL(body.files);
    const { endpoint, region, accessKeyId, secretAccessKey } = s3;
    const credentials = { accessKeyId, secretAccessKey };
    const bytes = openS3ByteStore({ endpoint, region, credentials, forcePathStyle: true });
    const prefix = `${pathname.slice(1).replace(/\/$/, '')}/`;
    const { width, height } = await sharp(image).metadata();
    const tags = `======== objects/map.jpg\nMIME Type : image/jpeg\nImage Size : ${width}x${height}\n`;
    await bytes.put({ bucket, key: `${prefix}objects/map.jpg` }, image);
    await bytes.put({ bucket, key: `${prefix}metadata/exif/exif_output.txt` }, Buffer.from(tags));
    bytes.close();
    const { metsETag } = (await call<{ metsETag: string }>('GET', body.id)).body;
    await call('POST', `${body.id}/mets`, ['objects/map.jpg'], { 'if-match': metsETag });
    const { headers } = await fetch(`${body.id}/iiif`, { redirect: 'manual' });
    const token = (headers.get('location') ?? '').split('/').at(-1);
    const id = body.id.split('/').at(-1);
    return `${preservation}/media/${token}/deposit/${id}/imagesvc/objects/map.jpg/full/100,100/0/default.jpg`;
  };

  it('is killed at SIGTERM, whatever its decoder does, and the platform ends in order and leaves no file', async () => {
    const data = join(folder(), 'data');
    const scratch = join(data, 'scratch');
    const running = await startProcess({ MUNIMENT_DATA: data, MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS: 'true' });
    started.push(running);
    const side = { width: 5_000, height: 5_000 };
    const image = sharp({ create: { ...side, channels: 3, background: '#c02040' } });
    const jpeg = await image.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    const answer = fetch(await imageOn(running.ready, jpeg));
    await until('the image is being decoded', () => decodingIn(scratch) !== undefined);
    process.kill(Number(decodingIn(scratch)), 'SIGSTOP'); // as in a decoder that comes to no end
    const ended = await running.end('SIGTERM');
    expect(ended.code, ended.stderr).to.equal(0);
    expect((await answer).status).to.equal(503);
    await noneIsLeftIn(scratch);
    expect(readdirSync(scratch)).to.deep.equal([]);
  });

  it('has ended when nobody waits for its image any more', async () => {
    const renderer = openImageRenderer(folder());
    const gone = new AbortController();
    const made = renderer.placeholder({ width: 16_000, height: 16_000 }, gone.signal, '').catch(messageOf);
    await until('an image is being made', () => processesIn(folder()).length > 0, 30_000);
    gone.abort(new Error('gone'));
    expect(await made).to.equal('gone');
    await noneIsLeftIn(folder());
    await renderer.close();
  });
});
