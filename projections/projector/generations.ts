import type { Fact, Position } from '../../events/envelope.js';
import type { HeldLease } from '../../flow/lease/hold-lease.js';
import { restartUntilAborted } from '../../flow/restart-until-aborted.js';
import { isLeaseLost, type Generation, type RegisteredGeneration, type ViewRegister } from '../documents.js';
import { isComplete, liveOf } from '../live-generation.js';
import type { Projection } from '../projection.js';
import type { View } from '../read-view.js';
import { buildGeneration } from './build-generation.js';
import { GenerationLost, lostGenerations } from './lost-generations.js';
import { planGenerations } from './plan-generations.js';
import type { ProjectorPorts } from './projector-ports.js';
import { sharedLog, type SharedLog } from './shared-log.js';

const RETIRED_FOR_MS = 5_000;
const RESTARTS = { firstMs: 50, capMs: 5_000 };

interface Builder {
  readonly stop: () => void;
  readonly ended: Promise<void>;
}

interface GenerationsOptions<F extends Fact, Doc extends object> {
  readonly projection: Projection<F, Doc>;
  readonly ports: ProjectorPorts;
  readonly view: View<Doc>;
  readonly lease: HeldLease;
}

/**
 * The generations of one view while its lease is held: builds them, makes a new one live when it has caught up with the
 * old one, and removes retired ones.
 */
export class Generations<F extends Fact, Doc extends object> {
  readonly #options: GenerationsOptions<F, Doc>;
  readonly #closing = new AbortController();
  readonly #over: AbortSignal;
  readonly #log: SharedLog;
  readonly #builders = new Map<number, Builder>();
  /** When a generation was found retired, by its number. */
  readonly #retiredSince = new Map<number, number>();
  #live: Generation | null = null;
  #position: Position | null = null;
  #reconciling: Promise<void>;
  #requested = false;

  constructor(options: GenerationsOptions<F, Doc>) {
    this.#options = options;
    const { ports, projection } = options;
    this.#log = ports.log ?? sharedLog(ports.events, projection.categories);
    this.#over = AbortSignal.any([this.#closing.signal, options.lease.lost]);
    this.#reconciling = ports.documents.sweepGenerations(this.#name).catch(this.#fail);
  }

  /**
   * Reads the register and brings the generations to what it demands. The register is read after the previous run has
   * ended, since an earlier copy could demand the same again. Faults are reported, and the next call tries again.
   */
  reconcile(): void {
    this.#requested = true;
    this.#reconciling = this.#reconciling
      .then(async () => {
        if (!this.#requested || this.#over.aborted) return;
        this.#requested = false;
        await this.#carryOut(await this.#options.ports.documents.register(this.#name));
      })
      .catch(this.#fail);
  }

  /** Stops building; resolves when all work has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#reconciling;
    await Promise.all([...this.#builders.values()].map((builder) => builder.ended));
  }

  get #name(): string {
    return this.#options.projection.shape.name;
  }

  readonly #fail = (fault: unknown): void => {
    const { lease, ports } = this.#options;
    if (isLeaseLost(fault)) lease.lose('the store refused its epoch');
    else ports.onFault?.(this.#name, fault);
  };

  async #carryOut(register: ViewRegister): Promise<void> {
    const { projection, ports, lease } = this.#options;
    const { documents, events } = ports;
    const { shape, version } = projection;
    const lost = await lostGenerations(documents, projection, register);
    const plan = planGenerations(register, version, lost);
    if (plan.begin) {
      const end = await events.head();
      const begun = await documents.beginGeneration(shape.name, lease.epoch, version, end);
      for (const each of lost) this.#fail(new GenerationLost(shape.name, each));
      return this.#carryOut(begun);
    }
    this.#live = liveOf(register);
    if (plan.showIncomplete !== null) {
      await documents.prepare(shape, plan.showIncomplete);
      await this.#moveReaders(plan.showIncomplete);
    }
    await this.#buildOnly(plan.build);
    await this.#remove([...plan.abandoned, ...this.#retiredLongEnough(plan.retired)]);
  }

  async #buildOnly(generations: readonly RegisteredGeneration[]): Promise<void> {
    const wanted = new Set(generations.map(({ number }) => number));
    for (const [number, builder] of this.#builders) {
      if (wanted.has(number)) continue;
      builder.stop();
      await builder.ended;
      this.#builders.delete(number);
    }
    for (const generation of generations) {
      if (this.#over.aborted || this.#builders.has(generation.number)) continue;
      this.#builders.set(generation.number, this.#begin(generation));
    }
  }

  #begin(generation: RegisteredGeneration): Builder {
    const { projection, ports, lease } = this.#options;
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#over, stop.signal]);
    const { documents } = ports;
    const onSaved = (position: Position | null, caughtUp: boolean): Promise<void> =>
      this.#progressed({ ...generation, position: position ?? generation.position }, caughtUp);
    const building = { log: this.#log, documents, epoch: lease.epoch, onSaved };
    const build = async (): Promise<boolean> => {
      const begun = performance.now();
      await buildGeneration(projection, generation, building, signal).catch((fault: unknown) => {
        if (!signal.aborted) this.#fail(fault);
      });
      return performance.now() - begun > RESTARTS.capMs;
    };
    return { stop: () => stop.abort(), ended: restartUntilAborted(build, { backOff: RESTARTS, signal }) };
  }

  /** A generation becomes live only when it is complete and has reached the position of the live one, so that readers never go back. */
  async #progressed(generation: RegisteredGeneration, caughtUp: boolean): Promise<void> {
    const live = this.#live;
    if (live?.number === generation.number) {
      this.#position = generation.position;
      await this.#options.view.update(generation);
      return;
    }
    const isNext = live !== null && live.number < generation.number && isComplete(generation);
    if (caughtUp && isNext && (generation.position ?? '') >= (this.#position ?? ''))
      await this.#moveReaders(generation);
  }

  async #moveReaders(generation: RegisteredGeneration): Promise<void> {
    const { ports, view, lease } = this.#options;
    await ports.documents.goLive(this.#name, lease.epoch, generation);
    this.#live = generation;
    this.#position = generation.position;
    await view.update(generation);
    lease.lookNow();
  }

  #retiredLongEnough(left: readonly RegisteredGeneration[]): readonly RegisteredGeneration[] {
    const { retiredForMs = RETIRED_FOR_MS } = this.#options.ports;
    const now = performance.now();
    for (const { number } of left) if (!this.#retiredSince.has(number)) this.#retiredSince.set(number, now);
    return left.filter(({ number }) => now - (this.#retiredSince.get(number) ?? now) >= retiredForMs);
  }

  async #remove(generations: readonly RegisteredGeneration[]): Promise<void> {
    const { ports, lease } = this.#options;
    for (const generation of generations) await ports.documents.removeGeneration(this.#name, lease.epoch, generation);
    if (generations.length > 0) await ports.documents.sweepGenerations(this.#name);
  }
}
