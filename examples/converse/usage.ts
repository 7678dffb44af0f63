import { inputFromBuckets, type Usage } from '@interlingua/core'
import { extensionsOf, hintOf, restOf } from './extension.ts'
import type { WireUsage } from './wire.ts'

/** `inputTokens` are those that no cache had. Some models say two of the counts twice. */
export function decodeUsage(wire: WireUsage): Usage {
  const { inputTokens: fresh, outputTokens, totalTokens, cacheReadInputTokens: read, cacheWriteInputTokens: write, ...others } = wire
  const { cacheReadInputTokenCount, cacheWriteInputTokenCount, ...rest } = others
  const twice = cacheReadInputTokenCount === read && cacheWriteInputTokenCount === write && read !== undefined
  const input = inputFromBuckets({
    fresh,
    ...(read !== undefined && { cacheRead: read }),
    ...(write !== undefined && { cacheWrite: write }),
  })
  const sum = (input.total ?? 0) + outputTokens
  const own = extensionsOf(twice ? rest : others, { ...(twice && { twice }), ...(totalTokens !== sum && { total: totalTokens ?? null }) })
  return { input, output: { total: outputTokens }, ...own }
}

export function encodeUsage(usage: Usage): WireUsage {
  const { cacheRead, cacheWrite, total = 0, fresh = total - (cacheRead ?? 0) - (cacheWrite ?? 0) } = usage.input
  // What a tool's result cost is input like any other.
  const inputTokens = fresh + (usage.input.toolUse ?? 0)
  const outputTokens = usage.output.total ?? 0
  const said = hintOf(usage, 'total')
  const totalTokens = typeof said === 'number' ? said : total + outputTokens
  const twice = hintOf(usage, 'twice') === true
  return {
    inputTokens,
    outputTokens,
    ...(said !== null && { totalTokens }),
    ...(cacheRead !== undefined && { cacheReadInputTokens: cacheRead, ...(twice && { cacheReadInputTokenCount: cacheRead }) }),
    ...(cacheWrite !== undefined && { cacheWriteInputTokens: cacheWrite, ...(twice && { cacheWriteInputTokenCount: cacheWrite }) }),
    ...restOf(usage),
  }
}
