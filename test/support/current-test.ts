/** Loaded by mocha before any spec: knows the test that runs in this process. */
let test: Mocha.Test | null = null;

export const mochaHooks: Mocha.RootHookObject = {
  beforeEach(this: Mocha.Context) {
    test = this.currentTest ?? null;
  },
  afterEach() {
    test = null;
  },
};

/** The test that runs, its own `beforeEach` hooks included; null while files are loaded and in hooks of suites. */
export const currentTest = (): Mocha.Test | null => test;
