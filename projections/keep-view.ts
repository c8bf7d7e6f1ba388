import type { Fact, Position } from '../events/envelope.js';
import type { Register } from './documents.js';
import { keepGenerations } from './keep-generations.js';
import type { KeeperPorts } from './keeper-ports.js';
import { awaitPen, holdPen, PEN_RULES, type PenRules } from './pen.js';
import type { Projection } from './projection.js';
import { readView, type View } from './read-view.js';
import { requestRebuild } from './rebuild.js';
import { liveOf } from './sight.js';

/** A read model as its keeper sees it. */
export interface KeptView {
  readonly name: string;
  /** How far the live generation has come, as far as this keeper knows; null before the first fact. */
  readonly handled: () => Position | null;
  /** Whether this keeper writes it; all others stand by. */
  readonly active: () => boolean;
  /** Resolves true once the live generation shows everything up to the position, false at the time-out. */
  readonly reached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** Wishes for a new generation, built by whoever has the pen; resolves when readers were moved to it. */
  readonly rebuild: () => Promise<void>;
  /** Comes to a safe point and lets another keeper have it. */
  readonly close: () => Promise<void>;
}

/** Keeps a view while nobody else does, and stands by otherwise. Never fails: it waits for a store that is away. */
export const keepView = <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  ports: KeeperPorts,
): { readonly kept: KeptView; readonly view: View<Doc> } => {
  const { documents } = ports;
  const { name } = projection.shape;
  const rules: PenRules = { ...PEN_RULES, ...ports };
  const view = readView<Doc>(projection.shape, documents);
  const closing = new AbortController();
  const desired = { name, documents, rules, onFault: (fault: unknown) => ports.onFault?.(name, fault) };
  let lookNow: (() => void) | null = null;

  const hold = async (register: Register): Promise<void> => {
    const pen = holdPen(desired, register.pen.epoch, (looked) => generations.attend(looked));
    const generations = keepGenerations(projection, ports, view, pen);
    generations.attend(register);
    lookNow = pen.lookNow;
    const over = AbortSignal.any([pen.lost, closing.signal]);
    if (!over.aborted) await new Promise((resolve) => over.addEventListener('abort', resolve, { once: true }));
    lookNow = null;
    await generations.close();
    await pen.release();
  };
  const keep = async (): Promise<void> => {
    const hear = async (register: Register): Promise<void> => {
      const live = liveOf(register);
      if (live !== null) await view.hear(live);
    };
    for (;;) {
      const register = await awaitPen(desired, hear, closing.signal);
      if (register === null) return;
      await hold(register);
    }
  };
  const keeping = keep();

  return {
    view,
    kept: {
      name,
      handled: view.shown,
      active: () => lookNow !== null,
      reached: view.reached,
      rebuild: async () => {
        const wish = await requestRebuild(documents, name);
        lookNow?.();
        if (!(await view.until((live) => live.wishes >= wish))) throw new Error(`the view ${name} was closed`);
      },
      close: async () => {
        closing.abort();
        await keeping;
        view.close();
      },
    },
  };
};
