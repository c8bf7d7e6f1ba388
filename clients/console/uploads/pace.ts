/** Bytes that had gone up at a time, in milliseconds of a steady clock. */
interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** What a file costs beside its bytes, in bytes. */
const FILE_COSTS = 50_000;

/** How much it is to send so many bytes in so many files, in bytes. */
export const effortOf = (bytes: number, files: number): number => bytes + files * FILE_COSTS;

/** How long back the rate is measured. */
const SPAN_MS = 10_000;

/** How fast an upload goes. */
export class Pace {
  #samples: Sample[] = [];

  /** Begins anew, as after a pause. */
  reset(): void {
    this.#samples = [];
  }

  /** Adds how many bytes have gone up in total; bytes that are sent again do not count twice. */
  add(at: number, bytes: number): void {
    const before = this.#samples.at(-1)?.bytes ?? bytes;
    this.#samples.push({ at, bytes: Math.max(before, bytes) });
    while (this.#samples.length > 2 && at - (this.#samples[0]?.at ?? at) > SPAN_MS) this.#samples.shift();
  }

  /** Bytes a second; null before two seconds are known. */
  rate(): number | null {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < 2_000) return null;
    return ((last.bytes - first.bytes) * 1_000) / (last.at - first.at);
  }

  /** Seconds until so many bytes have gone up; null where it is not known. */
  secondsFor(bytes: number): number | null {
    const rate = this.rate();
    return rate === null || rate === 0 ? null : bytes / rate;
  }
}

/** The step of 10 % to tell of, each once: 0 to 100; null where it was told before. */
export const nextStep = (told: number, share: number): number | null => {
  const step = Math.floor(Math.min(1, share) * 10) * 10;
  return step > told ? step : null;
};
