import { absoluteUri } from './absolute-uri.js';

/** The text as an http or https URI, trimmed; null when it is not one. Others, as `javascript:`, may do harm as links. */
export const webUri = (text: string | null): string | null => {
  const uri = absoluteUri(text);
  return uri !== null && /^https?:/i.test(uri) ? uri : null;
};
