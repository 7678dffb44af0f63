import { printTime, readTime, type JsonObject } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { fieldOf } from './cached-content.ts'

/** When a cached content ends: as text, and in milliseconds since the epoch. */
export interface Lifetime {
  readonly expireTime: string
  readonly expiresAt: number
}

const anHour = '3600s'
/** The last millisecond that RFC 3339, and a Timestamp of protobuf, can tell. */
const endOfTime = 253_402_300_799_999

/** From `ttl` (`300s`, up to nine decimals) or `expireTime` (RFC 3339), only one of which may be given; an hour where neither is. */
export function readLifetime(body: JsonObject, now: number): Lifetime | Fault {
  const ttl = fieldOf(body, 'ttl')
  const expireTime = fieldOf(body, 'expireTime')
  if (ttl !== undefined && expireTime !== undefined) return invalidRequest('only one of ttl and expireTime may be given', '/ttl')
  if (expireTime !== undefined) {
    const expiresAt = typeof expireTime === 'string' ? readTime(expireTime) : undefined
    if (typeof expireTime !== 'string' || expiresAt === undefined)
      return invalidRequest('a time is expected, such as 2026-01-31T12:00:00Z', '/expireTime')
    return expiresAt <= now ? invalidRequest('the time has passed', '/expireTime') : { expireTime, expiresAt }
  }
  const seconds = typeof (ttl ?? anHour) === 'string' ? /^(\d{1,12}(?:\.\d{1,9})?)s$/.exec(String(ttl ?? anHour))?.[1] : undefined
  if (seconds === undefined) return invalidRequest('a duration in seconds is expected, such as 300s or 3.5s', '/ttl')
  const expiresAt = now + Math.round(Number(seconds) * 1000)
  if (expiresAt > endOfTime) return invalidRequest('no time is that far away', '/ttl')
  return { expireTime: printTime(expiresAt), expiresAt }
}
