/** No cache may keep addresses that give access. */
export const NO_STORE = { 'Cache-Control': 'no-store' };
