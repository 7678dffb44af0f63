import type { Context } from '@interlingua/core'
import { vendorOf } from './extension.ts'
import type { Draft } from './extension.ts'
import { createDecodeScope } from './parts/index.ts'
import type { DecodeScope } from './parts/codec.ts'

/** How the items of an answer are read; a stream's model is named when it is known. */
export function createReadScope(context: Context, model?: string): Draft<DecodeScope> {
  return createDecodeScope(true, vendorOf(context), model === '' ? undefined : model)
}
