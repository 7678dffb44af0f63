import { InvalidArgumentError } from 'commander'
import type { Budget, KeyLimits } from '@interlingua/store'
import { type KeyTerms, longestGrace } from '@interlingua/access'
import { readSpan } from '../arguments.ts'

/** Options that state the terms of a key. */
export interface TermOptions {
  readonly models?: readonly string[]
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
  readonly concurrentStreams?: number
  readonly budget?: Budget
  readonly expires?: number
  readonly admin?: true
  readonly viewer?: true
}

/** Terms of a new key by the options of its command. */
export function termsOf(name: string, options: TermOptions): KeyTerms {
  const { models, requestsPerMinute, tokensPerMinute, concurrentStreams, budget, expires, admin, viewer } = options
  const limits: KeyLimits = {
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute }),
    ...(concurrentStreams !== undefined && { concurrentStreams }),
  }
  return {
    name,
    ...(models && { models }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(budget && { budget }),
    ...(expires !== undefined && { expiresAt: expires }),
    ...(admin && { admin }),
    ...(viewer && { viewer }),
  }
}

/** Checks the name of a key. */
export function readName(text: string): string {
  if (!/^[\w.@ -]{1,100}$/.test(text) || text.trim() !== text)
    throw new InvalidArgumentError('It must be 1 to 100 letters, digits, spaces and . _ - @')
  if (text.startsWith('key_')) throw new InvalidArgumentError('It may not begin with key_, as the ids of keys do.')
  return text
}

/** Reads the time for which an old secret works, such as `24h`, in milliseconds: at most 30 days. */
export function readGrace(text: string): number {
  const grace = readSpan(text) ?? 0
  if (grace > 0 && grace <= longestGrace) return grace
  throw new InvalidArgumentError('It must be a time in hours, days or weeks, such as 24h or 7d, of at most 30 days.')
}

/** Adds models, separated by commas, to those of an earlier use of the option. */
export function addModels(text: string, before: readonly string[] = []): readonly string[] {
  const models = text.split(',').map((model) => model.trim())
  if (models.some((model) => model === '')) throw new InvalidArgumentError('It must be model ids or patterns.')
  return [...before, ...models]
}
