import { isJsonObject, type Json } from '@interlingua/core'
import type { TokenUsage } from '../door.ts'

/** The tokens in and out that an upstream's usage tells under these names. */
export function readTokens(usage: Json | undefined, inputKey: string, outputKey: string): TokenUsage {
  if (!isJsonObject(usage)) return {}
  const { [inputKey]: input, [outputKey]: output } = usage
  return { ...(typeof input === 'number' && { input }), ...(typeof output === 'number' && { output }) }
}
