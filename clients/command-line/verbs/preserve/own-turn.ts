import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../../../flow/error-code.js';

/** Who has the turn. */
export interface TurnHolder {
  readonly process: number;
  /** RFC 3339. */
  readonly since: string;
}

/** The place where this computer's users meet who preserve the same group at the same platform. */
const placeOf = (key: string): string => {
  const name = `muniment-${createHash('sha256').update(`${userInfo().uid}:${key}`).digest('hex').slice(0, 24)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.socket`);
};

/** A server that says who it is, and holds its callers until it ends; null where another process has the place. */
const taken = async (place: string, holder: TurnHolder): Promise<Server | null> => {
  const callers = new Set<Socket>();
  const server = createServer((caller) => {
    callers.add(caller);
    caller.on('error', () => caller.destroy()).on('close', () => callers.delete(caller));
    caller.write(`${JSON.stringify(holder)}\n`);
  });
  server.on('close', () => callers.forEach((caller) => caller.destroy()));
  server.listen(place);
  try {
    await once(server, 'listening');
    server.unref();
    return server;
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return null;
    throw error;
  }
};

/** Waits until the holder of a place has ended; `told` is called with who it is. */
const untilEnded = async (place: string, told: (holder: TurnHolder) => void, signal: AbortSignal): Promise<void> => {
  const socket = connect(place);
  const stop = (): void => void socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    socket.setEncoding('utf8').once('data', (text: string) => told(JSON.parse(text) as TurnHolder));
    await once(socket, 'close');
  } catch (error) {
    // Nobody listens any more: its process was killed.
    if (codeOf(error) === 'ECONNREFUSED') await rm(place, { force: true });
    else if (codeOf(error) !== 'ENOENT') throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/**
 * Waits until no other process of this user on this computer has the turn for a key, and takes it until `end` is called, or
 * this process ends. The system drops what a killed process held. Rejects with the reason of the signal when it aborts.
 */
export const takeTurn = async (
  key: string,
  {
    now,
    waits,
    signal,
  }: { readonly now: Date; readonly waits: (holder: TurnHolder) => void; readonly signal: AbortSignal },
): Promise<{ readonly end: () => Promise<void> }> => {
  const place = placeOf(key);
  for (;;) {
    const server = await taken(place, { process: process.pid, since: now.toISOString() });
    if (server !== null)
      return {
        end: () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            server.emit('close'); // ends those who wait
          }),
      };
    await untilEnded(place, waits, signal);
    signal.throwIfAborted();
  }
};
