import type { Context } from '@interlingua/core'
import { vendorOf } from './extension.ts'
import type { Draft } from './extension.ts'
import { createDecodeScope } from './parts/index.ts'
import type { DecodeScope } from './parts/codec.ts'

/** Makes the context for reading the items of a response; a stream's model is set once known. */
export function createReadScope(context: Context, model?: string): Draft<DecodeScope> {
  return createDecodeScope(true, vendorOf(context), model === '' ? undefined : model)
}
