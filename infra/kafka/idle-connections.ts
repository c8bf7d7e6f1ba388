import { createRequire } from 'node:module';

interface SocketRequest {
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly inflight: ReadonlyMap<number, SocketRequest>;
  readonly requestTimeout: number;
  requestTimeoutIntervalId: NodeJS.Timeout | undefined;
  isConnected(): boolean;
  destroy(): void;
  scheduleCheckPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
}

const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
const schedule = Object.getOwnPropertyDescriptor(prototype, 'scheduleCheckPendingRequests')?.value as () => void;

/** Ends the requests that are overdue. Answers after how many milliseconds the next one can be, also one that is not sent yet. */
const endOverdue = ({ inflight, requestTimeout }: RequestQueue): number => {
  const leftMs = (request: SocketRequest): number => request.sentAt + request.requestTimeout - Date.now();
  for (const request of inflight.values()) if (leftMs(request) < 0) request.timeoutRequest();
  return Math.max(1, Math.min(requestTimeout, ...[...inflight.values()].map(leftMs)) + 1);
};

/**
 * Each connection of KafkaJS 2.2.4 looks a thousand times a second for requests that wait to be sent, also where none does,
 * since it sets its timer to a time that has passed (tulios/kafkajs#1751), and ten times a second for requests that were
 * not answered in time. With this it looks only while one waits, and when the oldest one is due.
 */
export const restIdleConnections = (): void => {
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
  prototype.scheduleRequestTimeoutCheck = function (this: RequestQueue) {
    this.destroy();
    const look = (): void => {
      const ms = endOverdue(this);
      if (this.isConnected()) this.requestTimeoutIntervalId = setTimeout(look, ms);
    };
    look();
  };
};
