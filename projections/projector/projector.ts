import type { Fact, Position } from '../../events/envelope.js';
import type { HeldLease } from '../../flow/lease/hold-lease.js';
import { workUnderLease } from '../../flow/lease/work-under-lease.js';
import { liveOf } from '../live-generation.js';
import type { Projection } from '../projection.js';
import { readView, type View } from '../read-view.js';
import { requestRebuild } from '../rebuild.js';
import { Generations } from './generations.js';
import type { ProjectorPorts } from './projector-ports.js';
import { registerLease, type RegisterLeaseRecord } from './register-lease.js';

/** Writes one read model, in one of several processes at a time. */
export interface Projector {
  readonly name: string;
  /** The position of the live generation, as known to this process; null before the first fact. */
  readonly handled: () => Position | null;
  /** Whether this process writes it, or stands by. */
  readonly active: () => boolean;
  /** Resolves to true once the live generation includes everything up to the position, false at the time-out. */
  readonly reached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** Requests a new generation, built by the process that has the lease; resolves when it is live. */
  readonly rebuild: () => Promise<void>;
  /** Stops at a safe point and releases the lease. */
  readonly close: () => Promise<void>;
}

/**
 * Writes a read model while it holds the lease, and stands by otherwise. Never fails: it retries while a store is
 * unavailable.
 */
export const openProjector = <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  ports: ProjectorPorts,
): { readonly projector: Projector; readonly view: View<Doc> } => {
  const { documents, liveness } = ports;
  const { name } = projection.shape;
  const view = readView<Doc>(projection.shape, documents);
  const closing = new AbortController();
  let held: HeldLease | null = null;

  const update = async ({ register }: RegisterLeaseRecord): Promise<void> => {
    const live = liveOf(register);
    if (live !== null) await view.update(live);
  };
  const work = async (
    lease: HeldLease<RegisterLeaseRecord>,
    acquired: RegisterLeaseRecord,
    ended: Promise<void>,
  ): Promise<void> => {
    const generations = new Generations({ projection, ports, view, lease });
    lease.onLooked(() => generations.reconcile());
    held = lease;
    try {
      generations.reconcile();
      await update(acquired);
      await ended;
    } finally {
      held = null;
      await generations.close();
    }
  };
  const working = workUnderLease(
    {
      store: registerLease(documents, name, liveness.holder),
      liveness,
      work,
      onStandby: update,
      onFault: (fault) => ports.onFault?.(name, fault),
    },
    closing.signal,
  );

  return {
    view,
    projector: {
      name,
      handled: view.position,
      active: () => held !== null,
      reached: view.reached,
      rebuild: async () => {
        const request = await requestRebuild(documents, name);
        held?.lookNow();
        if (!(await view.until((live) => live.rebuildRequests >= request)))
          throw new Error(`the view ${name} was closed`);
      },
      close: async () => {
        closing.abort();
        await working;
        view.close();
      },
    },
  };
};
