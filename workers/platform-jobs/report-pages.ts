import type { JobReportLine, PlatformJobError } from '../../events/platform-job.js';

/** The most bytes of lines, as JSON, in one fact. */
const PAGE_BYTES = 150_000;
/** How many pages are recorded: a job that finds more counts the rest. */
const MOST_PAGES = 50;
/** How many errors the end of a job names. */
const MOST_ERRORS = 100;
/** In characters. */
const LONGEST_MESSAGE = 2_000;

/** Records a page; rejects with LeaseLost where another worker has the job. */
export type RecordPage = (page: number, lines: readonly JobReportLine[]) => Promise<void>;

const bounded = (line: JobReportLine): JobReportLine => ({ ...line, message: line.message.slice(0, LONGEST_MESSAGE) });

const errorOf = ({ code, archivalGroup, key, message }: JobReportLine): PlatformJobError => ({
  path: archivalGroup,
  message: key === null ? message : `${code} ${key}: ${message}`,
});

/** Collects the report of a job, and records it page by page meanwhile. */
export class ReportPages {
  readonly #record: RecordPage;
  readonly #errors: PlatformJobError[] = [];
  #failures = 0;
  #lines: JobReportLine[] = [];
  #bytes = 0;
  #pages = 0;
  #recording: Promise<void> = Promise.resolve();
  readonly #faults: unknown[] = [];

  constructor(record: RecordPage) {
    this.#record = record;
  }

  /** Throws what an earlier page could not be recorded for. */
  line(line: JobReportLine): void {
    this.#throwFault();
    if (this.#pages >= MOST_PAGES) return;
    const kept = bounded(line);
    this.#lines.push(kept);
    this.#bytes += Buffer.byteLength(JSON.stringify(kept));
    if (this.#bytes >= PAGE_BYTES) this.#turn();
  }

  failure(line: JobReportLine): void {
    this.line(line);
    this.#failures += 1;
    if (this.#errors.length < MOST_ERRORS) this.#errors.push(errorOf(bounded(line)));
  }

  /** Records the last page. Answers the first errors, and how many there were. */
  async end(): Promise<{ readonly errors: readonly PlatformJobError[]; readonly failures: number }> {
    if (this.#lines.length > 0) this.#turn();
    await this.#recording;
    this.#throwFault();
    return { errors: this.#errors, failures: this.#failures };
  }

  #turn(): void {
    const lines = this.#lines;
    const page = this.#pages++;
    this.#lines = [];
    this.#bytes = 0;
    this.#recording = this.#recording
      .then(() => (this.#faults.length === 0 ? this.#record(page, lines) : undefined))
      .catch((fault: unknown) => void this.#faults.push(fault));
  }

  #throwFault(): void {
    for (const fault of this.#faults) throw fault;
  }
}
