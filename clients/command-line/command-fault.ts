/** Why the command cannot go on, in a sentence for whoever called it. */
export class CommandFault extends Error {
  override name = 'CommandFault';
  readonly code = 'command-failed';
}
