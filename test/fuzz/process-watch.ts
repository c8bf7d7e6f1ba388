/** What a process used, by its own metrics. */
export interface ProcessWatch {
  /** The most resident memory that was seen. */
  readonly mostBytes: number;
  readonly filesBefore: number;
  /** Once it was stopped. */
  readonly filesAfter: number;
  /** Looks a last time. */
  stop(): Promise<void>;
}

const EVERY_MS = 2000;

interface Use {
  readonly bytes: number;
  readonly files: number;
}

const figure = (metrics: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? NaN);

const useOf = async (operations: string): Promise<Use> => {
  const metrics = await (await fetch(`${operations}/metrics`)).text();
  return { bytes: figure(metrics, 'process_resident_memory_bytes'), files: figure(metrics, 'process_open_fds') };
};

/** Looks at the metrics of a process every two seconds. */
export const watchProcess = async (operations: string): Promise<ProcessWatch> => {
  const before = await useOf(operations);
  let mostBytes = before.bytes;
  let filesAfter = before.files;
  const look = async (): Promise<void> => {
    const { bytes, files } = await useOf(operations);
    mostBytes = Math.max(mostBytes, bytes);
    filesAfter = files;
  };
  const looking = setInterval(() => {
    look().catch(() => undefined); // the last look tells that the process is gone
  }, EVERY_MS);
  return {
    get mostBytes() {
      return mostBytes;
    },
    filesBefore: before.files,
    get filesAfter() {
      return filesAfter;
    },
    async stop() {
      clearInterval(looking);
      await look();
    },
  };
};
