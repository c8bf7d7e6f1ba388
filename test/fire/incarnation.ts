import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Ready } from '../../infra/compose/platform/platform.js';
import type { KillPoint } from '../support/main-job/lines.js';

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

const program = fileURLToPath(new URL('./platform-child.js', import.meta.url));
const SAID = 20_000;

/** What a process is started with: its data folder, and settings that are not the usual ones of this suite. */
export interface Surroundings {
  readonly data: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts a process on a data folder, and lets it die as it is told; without a death it lives until it is killed. */
export const incarnate = ({ data, settings }: Surroundings, death: Death | null): Incarnation => {
  const words = [program, data, JSON.stringify(death?.at ?? null), JSON.stringify(settings)];
  const child = spawn(process.execPath, words, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints = (complaints + text).slice(-SAID)));
  child.stdin.on('error', () => undefined); // its death is told by its exit
  const seen = { itsStep: false };
  const kill = (): void => void child.kill('SIGKILL');
  let open: (ready: Awaited<Incarnation['ready']>) => void = () => undefined;
  const ready: Incarnation['ready'] = new Promise((resolve) => (open = resolve));
  let began = 0;
  let settled: (() => void) | null = null;
  const strikeFrom = async (from: 'opening' | 'ready'): Promise<void> => {
    if (death?.from !== from) return;
    await Promise.race([pause(death.afterMs), exit]);
    kill();
  };
  createInterface(child.stdout).on('line', (line) => {
    if (!line.endsWith('}')) return; // torn by its death
    const said = JSON.parse(line) as ProcessMessage;
    if (said.kind === 'reached') seen.itsStep = true;
    if (said.kind === 'settled') settled?.();
    if (said.kind === 'opening') began = performance.now();
    if (said.kind === 'ready') open({ ...said.ready, openedMs: performance.now() - began });
    if (said.kind === 'opening' || said.kind === 'ready') void strikeFrom(said.kind);
  });
  const died = (async () => {
    const [code, signal] = await exit;
    open(null);
    if (signal !== 'SIGKILL') throw new Error(`a process ended with ${code ?? String(signal)}: ${complaints}`);
    return seen.itsStep ? ('at its step' as const) : ('by signal' as const);
  })();
  died.catch(() => undefined); // whoever waits for it hears of it
  return {
    ready,
    died,
    kill,
    async settle() {
      const rest = new Promise<void>((resolve) => (settled = resolve));
      child.stdin.write('settle\n');
      await Promise.race([
        rest,
        died.then(() => Promise.reject(new Error('a process died instead of coming to rest'))),
      ]);
    },
  };
};
