import type { Node } from '@interlingua/core'
import type { ImageRequest } from './image-request.ts'
import type { NoticeCode } from './notices.ts'

/**
 * What becomes of each field of a wish in one dialect: carried by the encoder (where lowering left it, exactly), or left out and reported
 * under a notice code. Exhaustive by type: a new field does not compile until each dialect chose its fate. `native` is never here: lowering
 * either takes it (DashScope) or flattens it first (`flattenNative`).
 */
export type ImageFates = { readonly [K in Exclude<keyof ImageRequest, keyof Node | 'model' | 'native'>]-?: 'carried' | NoticeCode }
