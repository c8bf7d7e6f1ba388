import type { ImageOrder } from './image-order.js';
import { startImageProcess, type ImageProcess, type ProcessLimits } from './image-process.js';

/** Processes for images, which are kept for a while for the next one. */
export interface ImageProcesses {
  /** The bytes of an image, made by a process that makes no other meanwhile. Rejects as that does. */
  make(order: ImageOrder, signal: AbortSignal): Promise<Buffer>;
  /** Ends all of them. */
  close(): Promise<void>;
}

/** After so many images, or so long without one, a process ends: decoders do not give back all memory. */
const MOST_IMAGES = 50;
const IDLE_MS = 20_000;

/** Starts a process whenever none is idle. They keep their temporary files in `folder`. */
export const imageProcesses = (folder: string, limits: ProcessLimits): ImageProcesses => {
  const open = new Set<ImageProcess>();
  const idle = new Map<ImageProcess, NodeJS.Timeout>();
  const images = new WeakMap<ImageProcess, number>();

  const end = async (it: ImageProcess): Promise<void> => {
    clearTimeout(idle.get(it));
    idle.delete(it);
    await it.end();
    open.delete(it);
  };
  const taken = (): ImageProcess => {
    for (const [it, timer] of idle) {
      clearTimeout(timer);
      idle.delete(it);
      if (!it.hasEnded()) return it;
      open.delete(it);
    }
    const started = startImageProcess(folder);
    open.add(started);
    return started;
  };
  const giveBack = async (it: ImageProcess): Promise<void> => {
    const made = (images.get(it) ?? 0) + 1;
    images.set(it, made);
    if (made >= MOST_IMAGES || it.hasEnded()) return end(it);
    idle.set(it, setTimeout(() => void end(it), IDLE_MS).unref());
  };
  return {
    async make(order, signal) {
      const it = taken();
      try {
        return await it.make(order, limits, signal);
      } finally {
        await giveBack(it);
      }
    },
    close: async () => {
      await Promise.all([...open].map(end));
    },
  };
};
