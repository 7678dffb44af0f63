import type { Page } from './page.ts'

/** Key as the admin API shows it: without its secret. */
export interface KeyRow {
  readonly id: string
  readonly name: string
  /** First and last characters of the secret. */
  readonly hint: string
  /** Secret before the last rotation, while it still works: its first and last characters, and until when. */
  readonly previous?: { readonly hint: string; readonly until: string }
  readonly state: 'valid' | 'revoked' | 'expired'
  readonly role: 'admin' | 'viewer' | 'caller'
  /** Model ids or patterns. Absent: all. */
  readonly models?: readonly string[]
  readonly limits: KeyLimitsRow
  /** Absent: none. */
  readonly budget?: { readonly micros: number; readonly period: 'day' | 'month' | 'total'; readonly spentMicros: number }
  readonly createdAt: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  /** Absent: it was not used, or its records are gone. */
  readonly lastUsedAt?: string
}

/** Answer of `GET /admin/api/keys`: keys that match, the newest first. */
export interface KeyPage extends Page<KeyRow> {
  /** Number of all keys, and of those that are revoked or expired, whether they match or not. */
  readonly all: number
  readonly ended: number
}

/** Limits of a key. Absent: the gateway's default. */
export interface KeyLimitsRow {
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
  readonly concurrentStreams?: number
}

/** Body of `POST /admin/api/keys`, and of `PATCH /admin/api/keys/{id}`, where null takes a term away. */
export interface KeyTermsBody {
  readonly name?: string
  readonly role?: 'admin' | 'viewer' | 'caller'
  readonly models?: readonly string[] | null
  readonly limits?: { readonly [Name in keyof KeyLimitsRow]?: number | null }
  readonly budget?: { readonly micros: number; readonly period: 'day' | 'month' | 'total' } | null
  /** RFC 3339, at least a minute from now. */
  readonly expiresAt?: string | null
}

/** Body of `POST /admin/api/keys/{id}/rotate`, which may be absent. */
export interface KeyRotationBody {
  /** Seconds for which the present secret works, too, at most 30 days. Default 0: it ends at once. */
  readonly graceSeconds?: number
}

/** Answer to a key that was made, or got another secret. */
export interface KeyWithSecret extends KeyRow {
  /** Secret, told this once. */
  readonly secret: string
}
