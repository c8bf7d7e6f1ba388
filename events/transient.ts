/** Whether a fault, of whatever port, says of itself that the same call may succeed later. */
export const isTransient = (fault: unknown): boolean =>
  typeof fault === 'object' && fault !== null && 'transient' in fault && fault.transient === true;
