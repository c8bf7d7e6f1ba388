/** Why the command failed, in a sentence for the user. */
export class CommandFault extends Error {
  override name = 'CommandFault';
  readonly code = 'command-failed';
}
