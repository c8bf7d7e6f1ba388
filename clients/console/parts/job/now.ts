import { useEffect, useState } from 'react';

/** The time now, in milliseconds; told anew each second while that is wanted. */
export const useNow = (isWanted: boolean): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isWanted]);
  return now;
};
