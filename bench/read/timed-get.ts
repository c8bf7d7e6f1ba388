import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { secondsOf } from '../measure.js';

const agent = new Agent({ keepAlive: true });

/** One answer, in seconds from the request. */
export interface TimedGet {
  readonly firstByte: number;
  readonly whole: number;
  readonly bytes: number;
}

export interface Pace {
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes a second that the client takes; as many as come by default. */
  readonly bytesPerSecond?: number;
}

const PAUSE_MS = 20;

/** Reads an answer to its end. */
export const timedGet = async (
  uri: string,
  { headers = {}, bytesPerSecond = Infinity }: Pace = {},
): Promise<TimedGet> => {
  let [bytes, firstByte] = [0, 0];
  const began = performance.now();
  const whole = await secondsOf(async () => {
    const [answer] = (await once(get(uri, { agent, headers }), 'response')) as [IncomingMessage];
    for await (const piece of answer) {
      if (bytes === 0) firstByte = (performance.now() - began) / 1_000;
      bytes += (piece as Buffer).length;
      while (bytes / bytesPerSecond > (performance.now() - began) / 1_000) await pause(PAUSE_MS);
    }
    if (answer.statusCode !== 200 && answer.statusCode !== 206) throw new Error(`${uri}: ${String(answer.statusCode)}`);
  });
  return { firstByte, whole, bytes };
};
