/** The text as an absolute URI, trimmed; null when it is not one. */
export const absoluteUri = (text: string | null): string | null => {
  const uri = text?.trim() ?? '';
  return /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(uri) && URL.canParse(uri) ? uri : null;
};
