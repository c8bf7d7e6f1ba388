/** The values of both. Rejects as one of them does, but only when both have ended, so that nothing goes on meanwhile. */
export const allEnded = async <One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> => {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
};
