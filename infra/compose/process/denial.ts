/** How servers name it: EventStoreDB's client for a wrong user and for a missing right, MongoDB for each. */
const DENIALS: readonly unknown[] = ['access-denied', 'AuthenticationFailed', 'Unauthorized'];

/** The error, among the causes of a fault, by which a server refused the user or what it asked for; null without one. */
export const denialIn = (fault: unknown): Error | null => {
  if (!(fault instanceof Error)) return null;
  const names = ['type' in fault ? fault.type : null, 'codeName' in fault ? fault.codeName : null];
  return names.some((name) => DENIALS.includes(name)) ? fault : denialIn(fault.cause);
};
