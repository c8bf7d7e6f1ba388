import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onAbort } from '../../flow/on-abort.js';
import { ImageRefused } from '../../formats/iiif/image-renderer.js';
import type { ImageOrder, ImageReply } from './image-order.js';

/** What one image may take of a process. */
export interface ProcessLimits {
  readonly seconds: number;
  /** Of memory that is no page of a file; not watched where the system has no /proc. */
  readonly memoryBytes: number;
}

/** A process that makes images, one after the other. */
export interface ImageProcess {
  /**
   * The bytes of an image. Rejects with ImageRefused, also where the process is killed at a limit, and with the reason of
   * the signal, which kills it as well. It has ended when this rejects for either.
   */
  make(order: ImageOrder, limits: ProcessLimits, signal: AbortSignal): Promise<Buffer>;
  hasEnded(): boolean;
  /** Kills it. Resolves when it has ended. */
  end(): Promise<void>;
}

/**
 * Its fourth descriptor is a pipe from this process, which closes in any case when this process ends; then the program is
 * killed, whatever it does. A line in the pipe says that the program has ended.
 */
const GUARD = '(read -r line || kill -KILL $$) <&4 4<&- 3>&- & exec "$@" 4<&-';
const PROGRAM = fileURLToPath(new URL('./image-program.js', import.meta.url));
/** The pixels are not on the heap. */
const HEAP = '--max-old-space-size=64';
const LOOK_MS = 50;
const TOO_SLOW = 'The image takes too long to be read.';
const TOO_MUCH = 'The image takes too much memory to be read.';

/** Starts a process, which gets no variable of this one. It keeps its temporary files in `folder`. */
export const startImageProcess = (folder: string): ImageProcess => {
  const child: ChildProcess = spawn('/bin/sh', ['-c', GUARD, 'images', process.execPath, HEAP, PROGRAM], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    serialization: 'advanced',
    env: { TMPDIR: folder },
  });
  const guard = child.stdio[4] as Writable;
  guard.on('error', () => undefined); // it has ended with the program
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const hasEnded = (): void => {
      over = true;
      guard.end('ended\n');
      resolve();
    };
    child.once('exit', hasEnded).once('error', hasEnded);
  });
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const reply = async (order: ImageOrder): Promise<ImageReply> => {
    child.send(order, () => undefined); // where it cannot be sent, the process has ended
    const replied = once(child, 'message') as Promise<[ImageReply]>;
    const nothing = ended.then((): [ImageReply] => [{ refused: 'The image cannot be read.' }]);
    const [answer] = await Promise.race([replied, nothing]);
    return answer;
  };
  return {
    async make(order, limits, signal) {
      signal.throwIfAborted();
      const killed: { for: string | null } = { for: null };
      const exceeded = (why: string): void => {
        killed.for ??= why;
        void end();
      };
      const forget = onAbort(signal, () => void end());
      const timer = setTimeout(() => exceeded(TOO_SLOW), limits.seconds * 1_000);
      const endLooking = watchMemory(child.pid, (bytes) => {
        if (bytes > limits.memoryBytes) exceeded(TOO_MUCH);
      });
      try {
        const answer = await reply(order);
        signal.throwIfAborted();
        if ('refused' in answer) throw new ImageRefused(killed.for ?? answer.refused);
        return Buffer.from(answer.image);
      } finally {
        clearTimeout(timer);
        endLooking();
        forget();
      }
    },
    hasEnded: () => over,
    end,
  };
};

/** Tells several times a second what a process has taken, in bytes, until the answer is called. */
const watchMemory = (pid: number | undefined, tell: (bytes: number) => void): (() => void) => {
  const timer = setInterval(() => {
    void readFile(`/proc/${pid ?? ''}/status`, 'latin1').then(
      (status) => tell(Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024),
      () => undefined, // it has ended, or there is no /proc
    );
  }, LOOK_MS);
  return () => clearInterval(timer);
};
