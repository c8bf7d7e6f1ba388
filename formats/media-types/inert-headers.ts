/**
 * Headers for content that others wrote, as the files of depositors: a browser runs no script of it with the rights of
 * the address that it comes from (Content Security Policy 3), and takes it for no other type than it is sent with (Fetch).
 */
export const INERT_HEADERS = {
  'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'",
  'X-Content-Type-Options': 'nosniff',
} as const;
