import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
const schedule = Object.getOwnPropertyDescriptor(prototype, 'scheduleCheckPendingRequests')?.value as () => void;

/**
 * Each connection of KafkaJS 2.2.4 looks a thousand times a second for requests that wait to be sent, also where none does,
 * since it sets its timer to a time that has passed (tulios/kafkajs#1751). With this it looks only while one waits.
 */
export const restIdleConnections = (): void => {
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
};
