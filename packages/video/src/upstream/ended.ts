import type { FailureCode } from '@interlingua/core'

/** The failure of a task that ended without a video and without a reason. */
export const ended = { failed: 'server', cancelled: 'cancelled', expired: 'timeout' } as const satisfies Readonly<
  Record<string, FailureCode>
>
