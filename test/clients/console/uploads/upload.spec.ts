import { expect } from 'chai';
import { ApiFault } from '../../../../clients/api/api-fault.js';
import { NoAnswer } from '../../../../clients/console/uploads/course.js';
import type { UploadItem } from '../../../../clients/console/uploads/plan.js';
import type { PutAnswer } from '../../../../clients/console/uploads/ports.js';
import type { Upload } from '../../../../clients/console/uploads/upload.js';
import { chosenFile, chosenFiles, FakePorts, fault, largeBytes, PART, sha256, startFakeUpload } from './fake-ports.js';

const answer = (status: number, code = ''): PutAnswer => ({ status, code, etag: '' });

describe('an upload of the console', () => {
  let fake: FakePorts;
  let running: Upload | null = null;
  beforeEach(() => {
    fake = new FakePorts();
  });
  afterEach(() => running?.stop());

  const started = (...args: Parameters<typeof chosenFiles>): ReturnType<typeof startFakeUpload> => {
    const begun = startFakeUpload(fake, chosenFiles(...args));
    running = begun.upload;
    return begun;
  };
  const itemOf = ({ register }: Upload, path: string): UploadItem => {
    const item = register.items.get(path);
    if (item === undefined) throw new Error(`There is no ${path}.`);
    return item;
  };

  it('sends small files whole and makes empty folders, and counts both', async () => {
    const files = Array.from({ length: 50 }, (_, n) => chosenFile(`objects/${n}.txt`, `file ${n}`));
    const { ended } = started(files, ['objects/empty']);
    expect(await ended()).to.deep.include({ files: 50, emptyFolders: 1, folders: { done: 1, all: 1 } });
    expect([...fake.workspace.keys()]).to.include.members(['objects/0.txt', 'objects/49.txt', 'objects/empty']);
  });

  it('sends a large file in parts, and completes it with the digest of the whole', async () => {
    const { ended } = started([chosenFile('objects/film', largeBytes())]);
    expect((await ended()).counts.done).to.equal(1);
    expect(fake.requests.at(-1)).to.equal('complete 1:e1 2:e2 3:e3');
    expect(fake.workspace.get('whole')?.digest).to.equal(await sha256(new Blob([largeBytes()])));
  });

  it('goes on with the parts of a file that the store does not have', async () => {
    fake.keptParted.set('objects/film', {
      id: 'x',
      partSize: PART,
      size: largeBytes().length,
      modified: 1_000,
    });
    const first = await sha256(new Blob([largeBytes()]).slice(0, PART));
    fake.parts.set(1, { number: 1, sha256: first, etag: 'old' });
    fake.parts.set(2, { number: 2, sha256: 'of other bytes', etag: 'old' });
    const { ended } = started([chosenFile('objects/film', largeBytes())]);
    await ended();
    expect(fake.requests).to.have.members(['PUT part 2', 'PUT part 3', 'complete 1:old 2:e2 3:e3']);
  });

  it('asks for a new address where one has expired', async () => {
    fake.onPut = (url) => Promise.resolve(url.endsWith('?1') ? answer(403, 'AccessDenied') : null);
    const { ended } = started([chosenFile('objects/a', 'a')]);
    expect((await ended()).counts.done).to.equal(1);
    expect(fake.requests).to.deep.equal(['PUT objects/a', 'PUT objects/a']);
  });

  it('waits for a store that does not answer, says which, and goes on', async () => {
    let failures = 0;
    fake.onPut = () => (failures++ === 0 ? Promise.reject(new NoAnswer('gone')) : Promise.resolve(null));
    const { upload, until, ended } = started([chosenFile('objects/a', 'a')]);
    const lost = await until(({ loss }) => loss !== null);
    expect(lost.loss?.origin).to.equal('https://store.example');
    upload.course.wake();
    const view = await ended();
    expect(view.loss).to.equal(null);
    expect(view.pastLoss?.since).to.equal(lost.loss?.since);
    expect(view.counts.done).to.equal(1);
  });

  it('waits for somebody who signs in again, and loses nothing', async () => {
    let isSignedOut = true;
    fake.onCredentials = () => {
      if (isSignedOut) throw new ApiFault('', { status: 401 });
    };
    const { upload, until, ended } = started([chosenFile('objects/a', 'a')]);
    await until((view) => view.isSignedOut);
    isSignedOut = false;
    upload.course.wake();
    expect(await ended()).to.deep.include({ isSignedOut: false, files: 1 });
  });

  it('pauses where the deposit takes no files, and goes on when it is told to', async () => {
    let isLocked = true;
    fake.onCredentials = () => {
      if (isLocked) throw fault(409, 'deposit-locked', 'The deposit is locked.');
    };
    const { upload, until, ended } = started([chosenFile('objects/a', 'a')]);
    const view = await until(({ halt }) => halt !== null);
    expect(view.phase).to.equal('paused');
    expect((view.halt as ApiFault).detail).to.equal('The deposit is locked.');
    isLocked = false;
    upload.resume();
    expect((await ended()).counts.done).to.equal(1);
  });

  it('sends nothing while it is paused, and what was cut off is sent again', async () => {
    const { upload, until, ended } = started([chosenFile('objects/a', 'a'), chosenFile('objects/b', 'b')]);
    upload.pause();
    expect((await until(({ phase }) => phase === 'paused')).counts.waiting).to.equal(2);
    expect(fake.requests).to.be.empty;
    upload.resume();
    expect((await ended()).counts.done).to.equal(2);
  });

  it('leaves out only the file whose name the platform refuses', async () => {
    fake.onCredentials = (paths) => {
      if (paths.includes('objects/b')) throw fault(400, 'bad-request', '"objects/b" cannot be uploaded: it is so');
    };
    const { upload, ended } = started([chosenFile('objects/a', 'a'), chosenFile('objects/b', 'b')]);
    expect((await ended()).counts).to.include({ done: 1, refused: 1 });
    expect(itemOf(upload, 'objects/b').refusal).to.deep.equal({ kind: 'name', said: 'it is so' });
  });

  it('refuses a file whose bytes arrive otherwise than they were read, twice', async () => {
    fake.onPut = () => Promise.resolve(answer(400, 'BadDigest'));
    const { upload, ended } = started([chosenFile('objects/a', 'a')]);
    await ended();
    expect(itemOf(upload, 'objects/a').refusal).to.deep.equal({ kind: 'digest' });
    expect(fake.requests).to.have.length(2);
  });

  it('does not replace another file of the same name until the person says so', async () => {
    fake.workspace.set('objects/a', { size: 9, digest: 'of another' });
    const { upload, ended } = started([chosenFile('objects/a', 'a')]);
    await ended();
    expect(itemOf(upload, 'objects/a').refusal).to.deep.equal({ kind: 'taken' });
    await upload.insist(itemOf(upload, 'objects/a'));
    expect((await ended()).counts).to.include({ done: 1, refused: 0 });
    expect(fake.workspace.get('objects/a')?.size).to.equal(1);
  });

  it('sends junk only where the person wants it', async () => {
    const { upload, ended } = started([chosenFile('objects/Thumbs.db', 'a')]);
    expect((await ended()).counts).to.include({ done: 0, refused: 1 });
    await upload.insist(itemOf(upload, 'objects/Thumbs.db'));
    expect((await ended()).counts).to.include({ done: 1, refused: 0 });
  });

  it('says that a file has changed or is gone since it was chosen', async () => {
    const gone = chosenFile('objects/gone', 'a');
    const file = { ...gone, open: () => Promise.reject(new DOMException('It is gone.', 'NotFoundError')) };
    const { upload, ended } = started([file]);
    await ended();
    expect(itemOf(upload, 'objects/gone').refusal).to.deep.equal({ kind: 'gone' });
  });

  it('does not end while more of what was dropped is still read', async () => {
    const { upload, until, ended } = started([chosenFile('objects/a', 'a')]);
    const release = upload.hold();
    expect((await until(({ counts }) => counts.done === 1)).phase).to.equal('running');
    upload.add(chosenFiles([chosenFile('objects/b', 'b')]));
    release();
    expect((await ended()).counts.done).to.equal(2);
  });

  it('leaves out one file that waits, while the others go on', async () => {
    const { upload, ended } = started([chosenFile('objects/a', 'a'), chosenFile('objects/b', 'b')]);
    upload.cancel(itemOf(upload, 'objects/a'));
    expect((await ended()).counts).to.include({ done: 1, refused: 1 });
    expect(itemOf(upload, 'objects/a').refusal).to.deep.equal({ kind: 'cancelled' });
  });
});
