/** How many requests are signed before others have their turn: some milliseconds. */
export const SIGNED_PER_TURN = 25;
