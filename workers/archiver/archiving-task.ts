/** An archive job that may need a worker. */
export interface ArchivingTask {
  readonly jobId: string;
  readonly depositId: string;
}
