import { setTimeout as pause } from 'node:timers/promises';
import type { Ready } from '../../infra/compose/platform/platform.js';
import type { KillPoint } from '../support/processes/kill-point.js';
import { startProgram } from '../support/processes/program.js';

/**
 * How a process is to die: so long after it began to open its folder or was ready, or before that at a step, by itself.
 */
export interface Death {
  readonly at?: KillPoint;
  readonly from: 'opening' | 'ready';
  readonly afterMs: number;
}

/** One life of a platform process on a data folder. */
export interface Incarnation {
  /** Resolves when it serves, with how long it took to open its folder; null when it died before. */
  readonly ready: Promise<(Ready & { readonly openedMs: number }) | null>;
  /** Resolves at its death with what killed it: its kill point, or us; rejects when it ended in any other way. */
  readonly died: Promise<'at its step' | 'by signal'>;
  /** Resolves when nothing is under way in it; rejects when it dies before. */
  settle(): Promise<void>;
  kill(): void;
}

type ProcessMessage =
  { readonly kind: 'opening' | 'settled' | 'reached' } | { readonly kind: 'ready'; readonly ready: Ready };

/** What a process is started with: its data folder, and settings that are not the usual ones of this suite. */
export interface Surroundings {
  readonly data: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts a process on a data folder, and lets it die as it is told; without a death it lives until it is killed. */
export const incarnate = ({ data, settings }: Surroundings, death: Death | null): Incarnation => {
  const words = [data, JSON.stringify(death?.at ?? null), JSON.stringify(settings)];
  const program = startProgram({ file: 'test/fire/platform-child.js', words, hears: true });
  const seen = { itsStep: false };
  const kill = (): void => void program.end();
  let open: (ready: Awaited<Incarnation['ready']>) => void = () => undefined;
  const ready: Incarnation['ready'] = new Promise((resolve) => (open = resolve));
  let began = 0;
  let settled: (() => void) | null = null;
  const strikeFrom = async (from: 'opening' | 'ready'): Promise<void> => {
    if (death?.from !== from) return;
    await Promise.race([pause(death.afterMs), program.ended]);
    kill();
  };
  program.onLine((line) => {
    const said = JSON.parse(line) as ProcessMessage;
    if (said.kind === 'reached') seen.itsStep = true;
    if (said.kind === 'settled') settled?.();
    if (said.kind === 'opening') began = performance.now();
    if (said.kind === 'ready') open({ ...said.ready, openedMs: performance.now() - began });
    if (said.kind === 'opening' || said.kind === 'ready') void strikeFrom(said.kind);
  });
  const died = (async () => {
    const { code, signal } = await program.ended;
    open(null);
    if (signal !== 'SIGKILL') throw new Error(`a process ended with ${code ?? String(signal)}: ${program.said()}`);
    return seen.itsStep ? ('at its step' as const) : ('by signal' as const);
  })();
  died.catch(() => undefined); // whoever waits for it hears of it
  return {
    ready,
    died,
    kill,
    async settle() {
      const rest = new Promise<void>((resolve) => (settled = resolve));
      program.tell('settle');
      await Promise.race([
        rest,
        died.then(() => Promise.reject(new Error('a process died instead of coming to rest'))),
      ]);
    },
  };
};
