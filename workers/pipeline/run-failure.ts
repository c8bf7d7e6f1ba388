/** Why a pipeline run ends with errors; the message is for its user (preservation 2.13). */
export class RunFailure extends Error {
  override readonly name = 'RunFailure';
}
