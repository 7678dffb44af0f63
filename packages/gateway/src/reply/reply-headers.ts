import type { AdmittedRequest, ClientRequest } from '../server/client-request.ts'
import type { Attempt, Reply } from '../server/reply.ts'
import type { Notice } from '@interlingua/core'
import { isSaneWait } from '@interlingua/gateway-kernel'
import type { IncomingHttpHeaders } from 'node:http'

/** Number of codes in the short header; callers who ask get the full list. */
const named = 8
const shortLength = 512
/** Clients refuse headers of more than 16 KiB together. */
const fullLength = 8_000

/**
 * `interlingua-notices: dropped=2 approximated=1; chat/top-k, messages/stop`, and for a caller that asked by `interlingua-explain: 1`
 * `interlingua-notices-full`: the list as percent-encoded JSON, cut at its end where it is longer than a header may be.
 */
function noticeHeaders(reply: Reply): Record<string, string> {
  const headers: Record<string, string> = { 'interlingua-notices': summarize(reply.notices) }
  if (wantsExplanation(reply.client)) headers['interlingua-notices-full'] = formatAllNotices(reply.notices)
  return headers
}

export function wantsExplanation({ incoming }: ClientRequest): boolean {
  return incoming.headers['interlingua-explain'] === '1'
}

/** Counts notices by kind and lists codes, in one pass, since this runs for most answers. Codes are ASCII, as their packages declare them. */
function summarize(notices: readonly Notice[]): string {
  let dropped = 0
  let approximated = 0
  let synthesized = 0
  let repaired = 0
  let codes = ''
  let listed = 0
  for (const { kind, code } of notices) {
    if (kind === 'dropped') dropped++
    else if (kind === 'approximated') approximated++
    else if (kind === 'synthesized') synthesized++
    else repaired++
    // Compared with the signs around the code, since many codes begin like another.
    if (listed === named || codes.includes(` ${code},`)) continue
    codes += ` ${code},`
    listed++
  }
  let counts = ''
  if (dropped > 0) counts += `dropped=${dropped} `
  if (approximated > 0) counts += `approximated=${approximated} `
  if (synthesized > 0) counts += `synthesized=${synthesized} `
  if (repaired > 0) counts += `repaired=${repaired} `
  return `${counts.trimEnd()};${codes.slice(0, -1)}`.slice(0, shortLength)
}

function formatAllNotices(notices: readonly Notice[]): string {
  for (let count = notices.length; ; count = Math.floor(count / 2)) {
    const text = encodeURIComponent(JSON.stringify(notices.slice(0, count)))
    if (text.length <= fullLength || count === 0) return text
  }
}

/** Headers of every answer: request id, rates of the key, and notices. */
export function answerHeaders(reply: Reply): Record<string, string | number> {
  const headers: Record<string, string | number> = { [reply.client.edge.client.headers.requestId]: reply.client.requestId }
  if (reply.client.gateway.lifecycle.draining) headers['connection'] = 'close'
  if (reply.admitted?.grant.headers) Object.assign(headers, reply.admitted.grant.headers)
  if (reply.headers) Object.assign(headers, reply.headers)
  if (reply.notices.length > 0) Object.assign(headers, noticeHeaders(reply))
  return headers
}

const ids: ReadonlySet<string> = new Set(['request-id', 'x-request-id'])
const names: ReadonlySet<string> = new Set([
  ...ids,
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'openai-processing-ms',
  'openai-version',
])
const prefixes = ['anthropic-ratelimit-', 'x-ratelimit-'] as const

/**
 * Headers of an upstream that a client of the same format should see: ids, waits and rates. Left out are rates where the key has its own, ids where
 * the client named the request, and values that hold a credential of the channel.
 */
export function forwardedHeaders(attempt: Attempt, upstream: IncomingHttpHeaders): Record<string, string> {
  const { rated } = attempt.admitted.grant
  const named = attempt.admitted.client.requestId !== attempt.admitted.client.id
  const secrets = attempt.target?.channel.secrets ?? []
  const headers: Record<string, string> = {}
  for (const name in upstream) {
    const value = upstream[name]
    if (
      typeof value === 'string' &&
      (names.has(name) || (rated !== true && prefixes.some((prefix) => name.startsWith(prefix)))) &&
      isLegal(value) &&
      isSaneWait(name, value) &&
      !secrets.some((secret) => value.includes(secret))
    ) {
      if (ids.has(name)) attempt.reply.upstreamId = value
      if (!named || !ids.has(name)) headers[name] = value
    }
  }
  return headers
}

/** True if a header may hold the value: an upstream's bytes may have been read as characters that it may not. */
function isLegal(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}

/**
 * Notices that came after the head of a stream, as a comment for callers who asked to be told; empty if there are none. `sentNotices`: number of notices in
 * the head.
 */
export function lateNotices(admitted: AdmittedRequest, sentNotices: number): string {
  if (!admitted.client.edge.client.stream.comments || admitted.notices.length <= sentNotices || !wantsExplanation(admitted.client))
    return ''
  return `: interlingua-notices ${JSON.stringify(admitted.notices.slice(sentNotices))}\n\n`
}
