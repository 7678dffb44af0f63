/** Cached contents that exist: all whose name begins so, of one size. */
export const demoCache = { prefix: 'cachedContents/demo', tokens: 2048 } as const
