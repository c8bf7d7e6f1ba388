interface ScriptPolicy {
  readonly createScriptURL: (address: string) => unknown;
}

/** Of Trusted Types, which not every browser has. */
interface ScriptPolicies {
  readonly createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => ScriptPolicy;
}

const policies = (globalThis as { readonly trustedTypes?: ScriptPolicies }).trustedTypes;

/** The one policy of the page: a worker is a script of the page's own folder. */
const policy: ScriptPolicy = policies?.createPolicy('muniment-console', {
  createScriptURL: (address) => {
    const { origin } = new URL(address, document.baseURI);
    if (origin !== location.origin) throw new TypeError(`${address} is not a script of this page.`);
    return address;
  },
}) ?? { createScriptURL: (address) => address };

/** Begins a worker at the address of its script, as the bundler gives it. */
export const workerAt = (address: string): Worker =>
  new Worker(policy.createScriptURL(address) as string, { type: 'module' });
