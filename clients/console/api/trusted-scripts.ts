interface ScriptPolicy {
  readonly createScriptURL: (address: string) => string;
}
interface PolicyFactory {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ) => ScriptPolicy;
}

/** Only scripts of the console itself. */
const own = (address: string): string => {
  const { href, origin } = new URL(address, document.baseURI);
  if (origin !== location.origin) throw new TypeError(`${address} is no script of the console.`);
  return href;
};

/** The one policy that the page is allowed (Trusted Types); browsers without them take the address as it is. */
const policy: ScriptPolicy = (
  (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes ?? { createPolicy: (_name, rules) => rules }
).createPolicy('muniment-console', { createScriptURL: own });

/** Starts a worker of the console, by the address of its script (`import address from './x.ts?worker&url'`). */
export const startWorker = (address: string): Worker => new Worker(policy.createScriptURL(address));
