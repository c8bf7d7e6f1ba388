import { Course } from './course.js';
import type { KeptFile, WorkspaceFile } from './compare.js';
import { Pace } from './pace.js';
import { itemsOf, LARGE, type Chosen, type UploadItem } from './plan.js';
import type { UploadPorts } from './ports.js';
import { refusalOf } from './refusals.js';
import { Register } from './register.js';
import { sendBytes, type Sending } from './sending.js';
import { sendLargeFile } from './large-file.js';
import { Queue } from './queue.js';
import { Slots } from './slots.js';
import { sendSmallFiles } from './small-files.js';
import type { UploadPhase, UploadView } from './upload-view.js';

/** Files whose digests are computed at the same time, and requests to the store. */
const MOST_READ = 4;
const MOST_REQUESTS = 6;
/** Batches of small files, and files in parts, at the same time. */
const MOST_BATCHES = 2;
const MOST_LARGE = 2;
/** Files and bytes of a batch; the first one is small, so that something goes up at once. */
const FIRST_BATCH = 20;
const BATCH = 200;
const BATCH_BYTES = 64 * 1024 ** 2;
/** Folders of one request. */
const FOLDERS = 500;

interface UploadOptions {
  readonly ports: UploadPorts;
  readonly name: string | null;
  readonly into: string;
  readonly onView: (view: UploadView) => void;
  readonly onEnded: (view: UploadView) => void;
}

/** The upload of what was chosen for one deposit, until nothing waits any more; more can be added to it. */
export class Upload {
  readonly register = new Register();
  readonly course: Course;
  readonly #options: UploadOptions;
  readonly #pace = new Pace();
  readonly #ending = new AbortController();
  readonly #there = new Map<string, WorkspaceFile>();
  readonly #small = new Queue();
  readonly #large = new Queue();
  readonly #done: (readonly [string, KeptFile])[] = [];
  #kept: ReadonlyMap<string, KeptFile> = new Map();
  #emptyFolders = { made: 0, left: [] as string[] };
  #works = { batches: 0, large: 0, others: 0, begun: 0 };
  #sending: Sending;
  #shown = { version: 0, sent: 0 };
  #timer: ReturnType<typeof setInterval>;

  constructor(options: UploadOptions) {
    this.#options = options;
    this.course = new Course(() => this.#changed());
    this.#sending = this.#sendingOf();
    this.#timer = setInterval(() => this.#tick(), 1_000);
  }

  /** Compares what was chosen with the workspace once, and begins. */
  start(chosen: Chosen): void {
    this.#add(chosen);
    void this.#work('others', async () => {
      const { ports, into } = this.#options;
      const signal = this.#ending.signal;
      const [there, kept] = await Promise.all([
        this.course.persist(signal, (until) => ports.platform.workspace(into, until)),
        ports.keeper.files(),
      ]);
      for (const [path, file] of there) this.#there.set(path, file);
      this.#kept = kept;
      this.#sending = this.#sendingOf();
    });
    this.#changed();
  }

  /** Adds more files and folders. A file that is there already, and not refused, stays as it is. */
  add(chosen: Chosen): void {
    this.#shown.sent = 0;
    this.#add(chosen);
    this.#pump();
    this.#changed();
  }

  pause(): void {
    this.course.pause();
  }

  resume(): void {
    this.#pace.reset();
    this.course.resume();
  }

  /** Leaves out a file that waits or goes up. */
  cancel(item: UploadItem): void {
    item.cancelling?.abort(new Error('The file was left out.'));
    if (item.state === 'waiting') this.register.move(item, 'refused', { kind: 'cancelled' });
    this.#changed();
  }

  /** Tries a refused file again; junk goes up then, and what is there is replaced. */
  async insist(item: UploadItem): Promise<void> {
    if (item.state !== 'refused') return;
    try {
      const { size, lastModified } = await item.open();
      item.insists = item.insists || ['junk', 'taken'].includes(item.refusal?.kind ?? '');
      item.cancelling = null;
      this.register.resize(item, size, lastModified);
      this.register.move(item, 'waiting');
      this.#enqueue(item);
    } catch (error) {
      this.register.move(item, 'refused', await refusalOf(error, item));
    }
    this.#changed();
    this.#pump();
  }

  /** Ends it at once: what is on its way is cut off; parts that the store has stay, so that it can go on later. */
  stop(): void {
    this.#ending.abort(new Error('The upload was stopped.'));
    clearInterval(this.#timer);
    void this.#keep();
  }

  view(): UploadView {
    const { register, course } = this;
    const { name, into } = this.#options;
    const sent = Math.max(this.#shown.sent, register.sent());
    this.#shown = { version: this.#shown.version + 1, sent };
    const { loss, pastLoss, isSignedOut, halt } = course;
    const { counts, bytes, folders, skipped } = register;
    const goes = this.#phase() === 'running' && loss === null && !isSignedOut;
    return {
      version: this.#shown.version,
      phase: this.#phase(),
      name,
      into,
      counts: { ...counts },
      files: counts.going + counts.waiting + counts.done,
      skipped,
      bytes: bytes.all,
      sent: Math.min(sent, bytes.all),
      rate: goes ? this.#pace.rate() : null,
      secondsLeft: goes ? this.#pace.secondsFor(bytes.all - sent) : null,
      folders,
      emptyFolders: this.#emptyFolders.made,
      loss,
      pastLoss,
      isSignedOut,
      halt,
    };
  }

  get isIdle(): boolean {
    const { batches, large, others } = this.#works;
    return batches + large + others === 0 && this.register.counts.waiting + this.register.counts.going === 0;
  }

  #phase(): UploadPhase {
    if (this.#ending.signal.aborted || this.isIdle) return 'ended';
    if (this.course.isPaused) return 'paused';
    return this.#works.others > 0 && this.#works.begun === 0 ? 'comparing' : 'running';
  }

  #sendingOf(): Sending {
    return {
      ports: this.#options.ports,
      course: this.course,
      register: this.register,
      reading: new Slots(MOST_READ),
      requests: new Slots(MOST_REQUESTS),
      there: this.#there,
      kept: this.#kept,
      onDone: ({ path, size, modified }, sha256) => {
        this.#there.set(path, { size, digest: sha256 });
        this.#done.push([path, { size, modified, sha256 }]);
      },
    };
  }

  #add({ files, emptyFolders }: Chosen): void {
    for (const item of itemsOf(files)) {
      const before = this.register.items.get(item.path);
      const stays = before !== undefined && before.state !== 'refused' && before.state !== 'done';
      if (stays) continue;
      this.register.add(item);
      if (item.state === 'waiting') this.#enqueue(item);
    }
    this.#emptyFolders.left.push(...emptyFolders);
  }

  #enqueue(item: UploadItem): void {
    (item.size > LARGE ? this.#large : this.#small).add(item);
  }

  /** The next files that still wait. */
  #taken(queue: Queue, most: number, mostBytes: number): UploadItem[] {
    const taken: UploadItem[] = [];
    let bytes = 0;
    while (taken.length < most && bytes < mostBytes) {
      const item = queue.take();
      if (item === undefined) break;
      if (item.state !== 'waiting' || this.register.items.get(item.path) !== item) continue;
      taken.push(item);
      bytes += item.size;
    }
    return taken;
  }

  async #work(kind: 'batches' | 'large' | 'others', work: () => Promise<void>): Promise<void> {
    this.#works[kind]++;
    try {
      await work();
    } catch (error) {
      if (!this.#ending.signal.aborted) reportError(error);
    }
    this.#works[kind]--;
    this.#pump();
  }

  #pump(): void {
    if (this.#ending.signal.aborted) return;
    const { signal } = this.#ending;
    const works = this.#works;
    // Nothing is sent before it is known what is there.
    if (works.others > 0 && works.begun === 0) return;
    while (works.batches < MOST_BATCHES) {
      const items = this.#taken(this.#small, works.begun === 0 ? FIRST_BATCH : BATCH, BATCH_BYTES);
      if (items.length === 0) break;
      works.begun++;
      void this.#work('batches', () => sendSmallFiles(this.#sending, items, signal));
    }
    while (works.large < MOST_LARGE) {
      const [item] = this.#taken(this.#large, 1, 1);
      if (item === undefined) break;
      works.begun++;
      void this.#work('large', () => sendLargeFile(this.#sending, item, signal));
    }
    const folders = this.#emptyFolders.left.splice(0, FOLDERS);
    if (folders.length > 0) {
      works.begun++;
      void this.#work('others', () => this.#makeFolders(folders));
    }
    if (this.isIdle) this.#end();
  }

  async #makeFolders(folders: readonly string[]): Promise<void> {
    const { ports } = this.#options;
    const { signal } = this.#ending;
    const sign = (until: AbortSignal) => ports.platform.credentials([], folders, until);
    const addresses = await this.course.persist(signal, sign);
    for (const [path, signed] of addresses) {
      const renew = async (): Promise<typeof signed> => (await this.course.persist(signal, sign)).get(path) ?? signed;
      await sendBytes(this.#sending, { bytes: new Blob([]), signed, renew, onSent: () => undefined }, signal);
      this.#emptyFolders.made++;
    }
  }

  #tick(): void {
    if (this.#phase() === 'running') {
      this.#pace.add(performance.now(), this.register.sent() - this.register.bytes.skipped);
      this.#options.onView(this.view());
    }
    void this.#keep();
  }

  #changed(): void {
    this.#options.onView(this.view());
  }

  /** Keeps which files went up, for when the page is loaded again. */
  async #keep(): Promise<void> {
    const files = this.#done.splice(0);
    if (files.length > 0) await this.#options.ports.keeper.keepFiles(files).catch(reportError);
  }

  #end(): void {
    const view = this.view();
    this.#options.onView(view);
    this.#options.onEnded(view);
    void this.#keep();
  }
}
