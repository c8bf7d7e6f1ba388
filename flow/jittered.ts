/**
 * A time drawn at random between `least` and `most` times so many milliseconds, so that processes that began to wait at
 * the same moment do not all go on at the same moment.
 */
export const jittered = (ms: number, least = 0.5, most = 1): number => ms * (least + Math.random() * (most - least));
