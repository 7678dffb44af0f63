import type { Node } from '@interlingua/core'
import type { NoticeCode } from '../notices.ts'
import type { VideoRequest } from '../video-request.ts'

/**
 * The fate of each field of a request in one dialect: carried by the encoder, or left out and reported under a notice code. The type is
 * exhaustive, so that a new field does not compile until each dialect has its fate; the dialect judges the inputs one by one.
 */
export type VideoFates = {
  readonly [K in Exclude<keyof VideoRequest, keyof Node | 'model' | 'prompt' | 'inputs'>]-?: 'carried' | NoticeCode
}
