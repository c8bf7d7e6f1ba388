/** Why a server cannot be had here, in a sentence for whoever asked for it. */
export class ServiceFault extends Error {
  override name = 'ServiceFault';
  readonly code = 'service-unavailable';
}

/** One sentence, whatever was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
