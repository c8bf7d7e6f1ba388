import { createRequire } from 'node:module';

interface ConnectionPool {
  minPoolSizeTimer: NodeJS.Timeout | undefined;
  ensureMinPoolSize(): void;
}

const { ConnectionPool } = createRequire(import.meta.url)('mongodb/lib/cmap/connection_pool') as {
  ConnectionPool: { readonly prototype: ConnectionPool };
};
const { prototype } = ConnectionPool;
const ensure = Object.getOwnPropertyDescriptor(prototype, 'ensureMinPoolSize')?.value as () => void;

/** Old connections are also closed when they are about to be used. */
const EVERY_MS = 10_000;

/**
 * Each pool of connections of the MongoDB driver 6 looks ten times a second for connections to close, and whether it has the
 * least number, which is 0 here; there is no option for that. With this it looks every ten seconds.
 */
export const restIdlePools = (): void => {
  prototype.ensureMinPoolSize = function (this: ConnectionPool) {
    const before = this.minPoolSizeTimer;
    ensure.call(this);
    if (this.minPoolSizeTimer === before) return;
    clearTimeout(this.minPoolSizeTimer);
    this.minPoolSizeTimer = setTimeout(() => this.ensureMinPoolSize(), EVERY_MS);
  };
};
