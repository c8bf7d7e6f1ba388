const given = process.env['MUNIMENT_TEST_SEED'] ?? '';

/** What all choices by chance of this run come from; MUNIMENT_TEST_SEED repeats those of another run. */
export const SEED = given === '' ? Date.now() % 1_000_000 : Number(given);
