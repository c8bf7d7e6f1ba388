/** The names of the records of processes begin with this; the holder follows. */
export const PROCESS_PREFIX = 'process/';

/** A job as the process that works it tells of it. */
export interface RunningJob {
  readonly jobId: string;
  readonly epoch: number;
  /** UTC, seven fractional digits. */
  readonly since: string;
  readonly step: string | null;
  readonly files: number;
  readonly bytes: number;
  /** Null while they are not known. */
  readonly ofFiles: number | null;
  readonly ofBytes: number | null;
  /** When one of these numbers changed last. */
  readonly changedAt: string;
}

/** What a process tells of itself in its record. */
export interface ProcessRecord {
  readonly holder: string;
  /** Grows with every heartbeat. */
  readonly heartbeat: number;
  readonly host: string;
  readonly pid: number;
  readonly roles: readonly string[];
  readonly producer: string;
  /** UTC, seven fractional digits. */
  readonly since: string;
  /** The jobs that it works now. */
  readonly jobs: readonly RunningJob[];
  /** Whether it has ended in order; such a record is removed by any process a while later. */
  readonly left: boolean;
}
