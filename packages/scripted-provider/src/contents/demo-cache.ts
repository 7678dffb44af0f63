/** The cached contents that always exist: every name with this prefix, each of this size. */
export const demoCache = { prefix: 'cachedContents/demo', tokens: 2048 } as const
