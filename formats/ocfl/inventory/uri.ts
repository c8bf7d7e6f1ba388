/** Whether text has the form of an RFC 3986 URI: a scheme, and only characters that a URI may hold. */
export const isUri = (text: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:[!#-;=?-[\]_a-z~]+$/.test(text);
