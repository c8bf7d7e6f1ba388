/** A pipeline run that may need a worker. */
export interface PipelineTask {
  /** The id of the run. */
  readonly jobId: string;
  readonly depositId: string;
}
