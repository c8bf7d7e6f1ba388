import type { Fact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import type { Ports } from '../../../infra/compose/stores/stores.js';
import { faulty, type PortCall } from '../faults/faulty.js';

/** Holds every job of a kind just before a step of it, until it is let go. */
export interface HeldJobs {
  /** For a platform's ports. */
  readonly ports: (ports: Ports) => Ports;
  /** Lets all jobs go on from now on, those that wait too. */
  letGo(): void;
  /** Holds those that come from now on. */
  hold(): void;
}

/** Holds import jobs before a worker begins them, or jobs before another fact is recorded. */
export const heldJobs = (
  before: 'ImportStarted' | 'ExportStarted' | 'ExportFinished' | 'JobClaimed' = 'ImportStarted',
): HeldJobs => {
  let isHeld = false;
  let waiting: (() => void)[] = [];
  const gate = async ({ method, args }: PortCall): Promise<void> => {
    if (method !== 'append' || !isHeld) return;
    if ((args[1] as readonly Fact[]).some(({ type }) => type === before))
      await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return {
    ports: (ports) => ({
      ...ports,
      events: faulty<EventStore>(ports.events, (call, moment) => (moment === 'before' ? gate(call) : undefined)),
    }),
    letGo() {
      isHeld = false;
      waiting.forEach((resume) => resume());
      waiting = [];
    },
    hold: () => void (isHeld = true),
  };
};
