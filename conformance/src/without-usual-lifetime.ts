import type { GenerateResponse } from '@interlingua/core'

/** Cache writes of the usual lifetime are what the sum has beside the others: told apart or not, they are the same. */
export function withoutUsualLifetime(response: GenerateResponse): GenerateResponse {
  const byTtl = response.usage?.input.cacheWriteByTtl
  if (response.usage === undefined || byTtl === undefined) return response
  const { '5m': _, ...cacheWriteByTtl } = byTtl
  return { ...response, usage: { ...response.usage, input: { ...response.usage.input, cacheWriteByTtl } } }
}
