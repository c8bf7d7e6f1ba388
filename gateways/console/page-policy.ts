/** What the page may do: its own files, and the store that presigned addresses lead to; no inline scripts and styles. */
const pagePolicy = (objectOrigins: readonly string[]): string => {
  const objects = objectOrigins.map((each) => ` ${each}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: data:${objects}`,
    `media-src 'self' blob:${objects}`,
    `connect-src 'self'${objects}`,
    `frame-src 'self'${objects}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types muniment-console',
  ].join('; ');
};

/** A worker has the policy of its script: only there WebAssembly may be compiled, such as that of digests. */
const workerPolicy = (objectOrigins: readonly string[]): string =>
  `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'${objectOrigins.map((each) => ` ${each}`).join('')}; frame-ancestors 'none'`;

const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** The headers of the console's pages, and of its other files. */
export interface PageHeaders {
  readonly page: Readonly<Record<string, string>>;
  readonly file: Readonly<Record<string, string>>;
}

/** `objectOrigins` are the origins to which presigned addresses lead. */
export const pageHeaders = (objectOrigins: readonly string[]): PageHeaders => ({
  page: {
    ...COMMON,
    'Content-Security-Policy': pagePolicy(objectOrigins),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  },
  file: { ...COMMON, 'Content-Security-Policy': workerPolicy(objectOrigins) },
});
