/** Whether Node may compile code from text, as the checks of requests do. */
const compilesText = (): boolean => {
  try {
    // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- to find out whether it is allowed
    new Function('');
    return true;
  } catch {
    return false;
  }
};

const isGiven = (option: string): boolean =>
  [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)].includes(option);

/** Options of Node with which the platform cannot work, and whether each is in force. */
const UNFIT: readonly (readonly [option: string, isInForce: () => boolean])[] = [
  ['--disallow-code-generation-from-strings', () => !compilesText()],
  ['--jitless', () => !('WebAssembly' in globalThis)],
  ['--frozen-intrinsics', () => Object.isFrozen(Object.prototype)],
  ['--no-addons', () => isGiven('--no-addons')],
];

/** An option of Node with which the platform cannot work; null where there is none. */
export const unfitOption = (): string | null => UNFIT.find(([, isInForce]) => isInForce())?.[0] ?? null;
