import type { Context } from '@interlingua/core'

/** What encoding a list needs from outside: somebody who hears of loss. */
export type ListContext = Pick<Context, 'onNotice'>
