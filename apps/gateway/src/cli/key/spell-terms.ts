import type { KeyDescription } from './describe-key.ts'

/** What a key may do, in one line for people. */
export function spellTerms({ admin, models, limits = {}, budget, expires }: KeyDescription): string {
  const { requestsPerMinute, tokensPerMinute, concurrentStreams } = limits
  return [
    models === undefined ? 'all models' : `models ${models.join(', ')}`,
    requestsPerMinute !== undefined && `${requestsPerMinute} requests a minute`,
    tokensPerMinute !== undefined && `${tokensPerMinute} tokens a minute`,
    concurrentStreams !== undefined && `${concurrentStreams} streams at once`,
    budget !== undefined && `budget ${budget}`,
    expires !== undefined && `expires ${expires}`,
    admin && 'administrator',
  ]
    .filter((term) => term !== false)
    .join('; ')
}
