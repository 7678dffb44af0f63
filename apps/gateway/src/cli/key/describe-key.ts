import type { ApiKey } from '@interlingua/store'
import { keyState, livingPrevious } from '@interlingua/access'

/** Line about the terms of a key. */
export function formatTerms({ admin, viewer, models, limits = {}, budget, expires, previous }: KeyDescription): string {
  const { requestsPerMinute, tokensPerMinute, concurrentStreams } = limits
  return [
    models === undefined ? 'all models' : `models ${models.join(', ')}`,
    requestsPerMinute !== undefined && `${requestsPerMinute} requests a minute`,
    tokensPerMinute !== undefined && `${tokensPerMinute} tokens a minute`,
    concurrentStreams !== undefined && `${concurrentStreams} streams at once`,
    budget !== undefined && `budget ${budget}`,
    previous !== undefined && `old secret ${previous.hint} until ${previous.until}`,
    expires !== undefined && `expires ${expires}`,
    admin && 'administrator',
    viewer === true && 'viewer of the console alone',
  ]
    .filter((term) => term !== false)
    .join('; ')
}

/** Key as the command line shows it, without any part that could help to guess it. Times in ISO 8601. */
export interface KeyDescription {
  readonly id: string
  readonly name: string
  readonly hint: string
  /** Secret before the last rotation, while it still works. */
  readonly previous?: { readonly hint: string; readonly until: string }
  readonly state: ReturnType<typeof keyState>
  readonly admin: boolean
  readonly viewer?: true
  readonly models?: readonly string[]
  readonly limits?: ApiKey['limits']
  /** Budget in the spelling of `--budget`. */
  readonly budget?: string
  readonly created: string
  readonly expires?: string
  readonly revoked?: string
}

export function describeKey(key: ApiKey, now: number): KeyDescription {
  const { id, name, hint, admin, viewer, models, limits, budget, createdAt, expiresAt, revokedAt } = key
  const previous = livingPrevious(key, now)
  return {
    id,
    name,
    hint,
    ...(previous && { previous: { hint: previous.hint, until: formatTime(previous.until) } }),
    state: keyState(key, now),
    admin,
    ...(viewer && { viewer }),
    ...(models && { models }),
    ...(limits && { limits }),
    ...(budget && { budget: `${formatAmount(budget.micros)}/${budget.period}` }),
    created: formatTime(createdAt),
    ...(expiresAt !== undefined && { expires: formatTime(expiresAt) }),
    ...(revokedAt !== undefined && { revoked: formatTime(revokedAt) }),
  }
}

/** Amount with two decimals, or as many more as needed. */
function formatAmount(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6, -4)}${digits.slice(-4).replace(/0+$/, '')}`
}

function formatTime(time: number): string {
  return new Date(time).toISOString()
}
