/** Whether a fault of any port is marked transient: the same call may succeed later. */
export const isTransient = (fault: unknown): boolean =>
  typeof fault === 'object' && fault !== null && 'transient' in fault && fault.transient === true;
