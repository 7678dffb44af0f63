import type { FailureCode } from '@interlingua/core'

/** What a task without a video ended of, where nothing says more. */
export const ended = { failed: 'server', cancelled: 'cancelled', expired: 'timeout' } as const satisfies Readonly<
  Record<string, FailureCode>
>
