import { Course } from './course.js';
import type { KeptFile, WorkspaceFile } from './compare.js';
import { effortOf, Pace } from './pace.js';
import { itemsOf, LARGE, type Chosen, type UploadItem } from './plan.js';
import type { UploadPorts } from './ports.js';
import { refusalOf } from './refusals.js';
import { Register } from './register.js';
import { makeFolders } from './make-folders.js';
import type { Sending } from './sending.js';
import { sendLargeFile } from './large-file.js';
import { Queue } from './queue.js';
import { Slots } from './slots.js';
import { sendSmallFiles } from './small-files.js';
import { filesOf, viewOf, type UploadPhase, type UploadView } from './upload-view.js';

/** Files whose digests are computed at the same time, and requests to the store. */
const MOST_READ = 4;
const MOST_REQUESTS = 6;
/** Batches of small files, and files in parts, at the same time. */
const MOST_BATCHES = 2;
const MOST_LARGE = 2;
/** Files and bytes of a batch, and folders of one request; the first batch is small, so that something goes up at once. */
const FIRST_BATCH = 20;
const BATCH = 200;
const BATCH_BYTES = 64 * 1024 ** 2;

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
  /** RFC 3339. */
  readonly begun = new Date().toISOString();
  readonly course: Course;
  readonly #options: UploadOptions;
  readonly #pace = new Pace();
  readonly #effort = new Pace();
  readonly #ending = new AbortController();
  readonly #there = new Map<string, WorkspaceFile>();
  readonly #small = new Queue((item) => this.#waits(item));
  readonly #large = new Queue((item) => this.#waits(item));
  readonly #done: (readonly [string, KeptFile])[] = [];
  #isCompared = false;
  #emptyFolders = { made: 0, left: [] as string[] };
  #works = { batches: 0, large: 0, others: 0, begun: 0 };
  #sending: Sending;
  #shown = { version: 0, sent: 0 };
  #timer: ReturnType<typeof setInterval>;

  constructor(options: UploadOptions) {
    this.#options = options;
    this.course = new Course(() => this.#changed());
    this.#sending = this.#sendingOf(new Map());
    this.#timer = setInterval(() => this.#tick(), 1_000);
  }

  /** Compares what was chosen with the workspace once, and begins. */
  start(chosen: Chosen): void {
    this.#add(chosen);
    void this.#work('others', () => this.#compare());
    this.#changed();
  }

  /** Adds more files and folders. A file that is there already, and not refused, stays as it is. */
  add(chosen: Chosen): void {
    this.#shown.sent = 0;
    this.#add(chosen);
    this.#pump();
    this.#changed();
  }

  /** Keeps it from ending while more may be added, until the answer is called. */
  hold(): () => void {
    this.#works.others++;
    return () => {
      this.#works.others--;
      this.#pump();
    };
  }

  pause(): void {
    this.course.pause();
  }

  resume(): void {
    this.#pace.reset();
    this.#effort.reset();
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
    const sent = Math.min(register.bytes.all, Math.max(this.#shown.sent, register.sent()));
    this.#shown = { version: this.#shown.version + 1, sent };
    const phase = this.#phase();
    const goes = phase === 'running' && course.loss === null && !course.isSignedOut;
    return viewOf(register, course, {
      version: this.#shown.version,
      phase,
      name,
      into,
      sent,
      rate: goes ? this.#pace.rate() : null,
      secondsLeft: goes
        ? this.#effort.secondsFor(effortOf(register.bytes.all, filesOf(register.counts)) - this.#made())
        : null,
      emptyFolders: this.#emptyFolders.made,
    });
  }

  /** What was done so far, of the effort for all. */
  #made(): number {
    return effortOf(this.register.sent(), this.register.counts.done);
  }

  get isStopped(): boolean {
    return this.#ending.signal.aborted;
  }

  get isIdle(): boolean {
    const { batches, large, others } = this.#works;
    return batches + large + others === 0 && this.register.counts.waiting + this.register.counts.going === 0;
  }

  #phase(): UploadPhase {
    if (this.#ending.signal.aborted || this.isIdle) return 'ended';
    if (this.course.isPaused) return 'paused';
    return this.#isCompared ? 'running' : 'comparing';
  }

  #sendingOf(kept: ReadonlyMap<string, KeptFile>): Sending {
    return {
      ports: this.#options.ports,
      course: this.course,
      register: this.register,
      reading: new Slots(MOST_READ),
      requests: new Slots(MOST_REQUESTS),
      there: this.#there,
      kept,
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

  #waits(item: UploadItem): boolean {
    return item.state === 'waiting' && this.register.items.get(item.path) === item;
  }

  #enqueue(item: UploadItem): void {
    (item.size > LARGE ? this.#large : this.#small).add(item);
  }

  async #work(kind: 'batches' | 'large' | 'others', work: () => Promise<void>): Promise<void> {
    this.#works[kind]++;
    try {
      await work();
    } catch (error) {
      if (!this.#ending.signal.aborted) this.course.pause(error);
    }
    this.#works[kind]--;
    this.#pump();
  }

  #pump(): void {
    if (this.#ending.signal.aborted) return;
    const { signal } = this.#ending;
    const works = this.#works;
    // Nothing is sent before it is known what is there.
    if (!this.#isCompared) return;
    while (works.batches < MOST_BATCHES) {
      const items = this.#small.take(works.begun === 0 ? FIRST_BATCH : BATCH, BATCH_BYTES);
      if (items.length === 0) break;
      works.begun++;
      void this.#work('batches', () => sendSmallFiles(this.#sending, items, signal));
    }
    while (works.large < MOST_LARGE) {
      const [item] = this.#large.take(1, 1);
      if (item === undefined) break;
      works.begun++;
      void this.#work('large', () => sendLargeFile(this.#sending, item, signal));
    }
    const folders = this.#emptyFolders.left.splice(0, BATCH);
    if (folders.length > 0) {
      works.begun++;
      void this.#work('others', async () => {
        this.#emptyFolders.made += await makeFolders(this.#sending, folders, signal);
      });
    }
    if (this.isIdle) this.#end();
  }

  async #compare(): Promise<void> {
    const { platform, keeper } = this.#options.ports;
    const { signal } = this.#ending;
    const kept = keeper.files();
    while (!this.#isCompared)
      try {
        for (const [path, file] of await this.course.persist(signal, (until) => platform.workspace(until)))
          this.#there.set(path, file);
        this.#sending = this.#sendingOf(await kept);
        this.#isCompared = true;
      } catch (error) {
        signal.throwIfAborted();
        this.course.pause(error);
      }
  }

  #tick(): void {
    if (this.#phase() === 'running') {
      const now = performance.now();
      this.#pace.add(now, this.register.sent() - this.register.bytes.skipped);
      this.#effort.add(now, this.#made());
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
    if (files.length > 0) await this.#options.ports.keeper.keepFiles(files);
  }

  #end(): void {
    const view = this.view();
    this.#options.onView(view);
    this.#options.onEnded(view);
    void this.#keep();
  }
}
