import type { Node } from '@interlingua/core'
import type { NoticeCode } from '../notices.ts'
import type { VideoRequest } from '../video-request.ts'

/**
 * What becomes of each field of a wish in one dialect: carried by the encoder (where lowering left it, exactly), or left out and reported
 * under a notice code. Exhaustive by type: a new field does not compile until each dialect chose its fate. Inputs are the dialect's own to
 * judge, one by one.
 */
export type VideoFates = {
  readonly [K in Exclude<keyof VideoRequest, keyof Node | 'model' | 'prompt' | 'inputs'>]-?: 'carried' | NoticeCode
}
