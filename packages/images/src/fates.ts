import type { Node } from '@interlingua/core'
import type { ImageRequest } from './image-request.ts'
import type { NoticeCode } from './notices.ts'

/**
 * The fate of each field of a request in one dialect: carried by the encoder, or left out and reported under a notice code. The type is
 * exhaustive, so that a new field does not compile until each dialect has its fate; `native` is missing because lowering either takes it
 * (DashScope) or flattens it before (`flattenNative`).
 */
export type ImageFates = { readonly [K in Exclude<keyof ImageRequest, keyof Node | 'model' | 'native'>]-?: 'carried' | NoticeCode }
