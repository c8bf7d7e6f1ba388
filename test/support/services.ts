/**
 * Where a real server is, from the environment; null where there is none, so that its suite counts as skipped. With
 * MUNIMENT_TEST_SERVICES_REQUIRED=1, as continuous integration sets it, a server that is missing is an error.
 */
export const service = (variable: string, what: string): string | null => {
  const value = process.env[variable];
  if (value !== undefined && value !== '') return value;
  if (process.env['MUNIMENT_TEST_SERVICES_REQUIRED'] !== '1') return null;
  throw new Error(`${what} is missing: ${variable} does not say where it is`);
};
