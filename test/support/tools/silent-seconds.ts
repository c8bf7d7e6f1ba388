/**
 * A value for MUNIMENT_TOOL_SILENT_SECONDS that a tool on this machine does not reach while it works: five times what a
 * whole call takes.
 */
export const silentSeconds = async (call: () => Promise<unknown>): Promise<string> => {
  const begun = performance.now();
  await call();
  return `${Math.ceil((5 * (performance.now() - begun)) / 1_000)}`;
};
