/** The name of an agent, of its URI. */
export const agentName = (uri: string): string => {
  const escaped = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
};
