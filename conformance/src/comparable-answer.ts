import type { GenerateResponse, InputUsage, OutputUsage } from '@interlingua/core'

/**
 * An answer for comparing what it means across formats. Some formats always tell the counts that others leave out: 0 is no count. Cache
 * writes of the usual lifetime are what the sum has beside the others: told apart or not, they are the same.
 */
export function comparableAnswer(response: GenerateResponse): GenerateResponse {
  if (response.usage === undefined) return response
  const { input, output } = response.usage
  const { '5m': _, ...cacheWriteByTtl } = input.cacheWriteByTtl ?? {}
  const counted: InputUsage = { ...input, ...(input.cacheWriteByTtl !== undefined && { cacheWriteByTtl }) }
  return { ...response, usage: { ...response.usage, input: withoutZeros(counted), output: withoutZeros(output) } }
}

function withoutZeros<T extends InputUsage | OutputUsage>(counts: T): T {
  return Object.fromEntries(Object.entries(counts).filter(([key, value]) => value !== 0)) as T // fewer of its own keys
}
