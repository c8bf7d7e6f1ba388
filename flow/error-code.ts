/** The code that a fault, of whatever port, says of itself; undefined where it says none. */
export const codeOf = (fault: unknown): unknown =>
  typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined;
