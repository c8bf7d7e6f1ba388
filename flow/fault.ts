/**
 * The class of the faults of one port or format: errors with a stable code. After one of those in `transient` the same
 * call may succeed later.
 */
export const faultClass = <Code extends string>(name: string, transient: readonly Code[] = []) =>
  class Fault extends Error {
    override readonly name = name;
    readonly code: Code;
    /** Whether the same call may succeed later. */
    readonly transient: boolean;
    constructor(code: Code, message: string, options?: ErrorOptions) {
      super(message, options);
      this.code = code;
      this.transient = transient.includes(code);
    }
  };
