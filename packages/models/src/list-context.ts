import type { Context } from '@interlingua/core'

/** Part of a context that encoding a list needs: a receiver of notices. */
export type ListContext = Pick<Context, 'onNotice'>
