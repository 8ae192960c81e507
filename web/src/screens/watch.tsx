export function WatchScreen() { return null; }
