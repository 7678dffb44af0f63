import type { KeyRow, KeyTermsBody } from '@interlingua/console/api'

/** Fields of the form of a key, as people wrote them. */
export interface KeyForm {
  readonly name: string
  readonly role: KeyRow['role']
  /** Ids or patterns, with commas or spaces between; empty: all. */
  readonly models: string
  readonly requestsPerMinute: string
  readonly tokensPerMinute: string
  readonly concurrentStreams: string
  /** Amount in the currency of the price table; empty: none. */
  readonly budget: string
  readonly period: 'day' | 'month' | 'total'
  /** `keep` the present end, `never`, or a span from now such as `30d`. */
  readonly expires: string
}

export type KeyField = keyof KeyForm

/** Body for the API, or what is wrong with the fields, in words. */
export type KeyFormResult =
  | { readonly body: KeyTermsBody; readonly problems?: never }
  | { readonly problems: Readonly<Partial<Record<KeyField, string>>> }

export const emptyKeyForm: KeyForm = {
  name: '',
  role: 'caller',
  models: '',
  requestsPerMinute: '',
  tokensPerMinute: '',
  concurrentStreams: '',
  budget: '',
  period: 'month',
  expires: 'never',
}

export const limitNames = ['requestsPerMinute', 'tokensPerMinute', 'concurrentStreams'] as const

/** Form that shows the terms of a key. */
export function formOfKey({ name, role, models, limits, budget, expiresAt }: KeyRow): KeyForm {
  return {
    name,
    role,
    models: models?.join(', ') ?? '',
    requestsPerMinute: String(limits.requestsPerMinute ?? ''),
    tokensPerMinute: String(limits.tokensPerMinute ?? ''),
    concurrentStreams: String(limits.concurrentStreams ?? ''),
    budget: budget === undefined ? '' : String(budget.micros / 1_000_000),
    period: budget?.period ?? 'month',
    expires: expiresAt === undefined ? 'never' : 'keep',
  }
}

const hour = 3_600_000
const units: Readonly<Record<string, number>> = { h: hour, d: 24 * hour, w: 7 * 24 * hour }

type Draft = { -readonly [Name in keyof KeyTermsBody]: KeyTermsBody[Name] }

/**
 * Reads the form of a new key, or of one that is changed: then the body has what differs, and null for what was taken away. `before`: form of the key
 * before the change. `now`: milliseconds since the epoch.
 */
export function readKeyForm(form: KeyForm, now: number, before?: KeyForm): KeyFormResult {
  const body: Draft = {}
  const problems: Partial<Record<KeyField, string>> = {}
  const changed = (...fields: readonly KeyField[]): boolean => fields.some((field) => form[field] !== (before ?? emptyKeyForm)[field])

  if (before === undefined) {
    const name = form.name.trim()
    if (/^[\w.@ -]{1,100}$/.test(name) && !name.startsWith('key_')) body.name = name
    else problems.name = 'Use 1 to 100 letters, digits, spaces and . _ - @, and not key_ at the beginning.'
  }
  if (changed('role')) body.role = form.role
  if (changed('models')) {
    const models = form.models.split(/[\s,]+/).filter(Boolean)
    body.models = models.length === 0 ? null : models
  }
  const limits: Record<string, number | null> = {}
  for (const field of limitNames) {
    if (!changed(field)) continue
    const limit = readLimit(form[field])
    if (limit === undefined) problems[field] = 'Use a whole number from 1, or nothing for the gateway’s default.'
    else limits[field] = limit
  }
  if (Object.keys(limits).length > 0) body.limits = limits
  if (changed('budget') || (form.budget.trim() !== '' && changed('period'))) {
    const micros = readMicros(form.budget)
    if (micros === undefined) problems.budget = 'Use an amount such as 25 or 0.50, or nothing for none.'
    else body.budget = micros === null ? null : { micros, period: form.period }
  }
  if (changed('expires') && form.expires !== 'keep') {
    const expiresAt = readExpiry(form.expires, now)
    if (expiresAt === undefined) problems.expires = 'Use a span such as 12h, 30d or 4w.'
    else body.expiresAt = expiresAt
  }
  return Object.keys(problems).length > 0 ? { problems } : { body: before === undefined ? withoutNulls(body) : body }
}

/** A new key has nothing that could be taken away. */
function withoutNulls(body: KeyTermsBody): KeyTermsBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

function readLimit(text: string): number | null | undefined {
  const plain = text.trim().replaceAll(/[,_ ]/g, '')
  if (plain === '') return null
  return /^[1-9]\d{0,8}$/.test(plain) ? Number(plain) : undefined
}

function readMicros(text: string): number | null | undefined {
  const plain = text.trim()
  if (plain === '') return null
  const micros = /^\d{1,9}(?:\.\d{1,6})?$/.test(plain) ? Math.round(Number(plain) * 1_000_000) : 0
  return micros > 0 ? micros : undefined
}

function readExpiry(text: string, now: number): string | null | undefined {
  if (text === 'never') return null
  const [, count, unit = ''] = /^(\d{1,4})([hdw])$/.exec(text.trim()) ?? []
  const length = units[unit]
  return count === undefined || length === undefined || Number(count) === 0
    ? undefined
    : new Date(now + Number(count) * length).toISOString()
}
