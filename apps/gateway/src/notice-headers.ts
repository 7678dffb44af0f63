import type { Notice, NoticeKind } from '@interlingua/core'
import type { Exchange } from './exchange.ts'

/** Codes named in the short header. */
const named = 8
const shortLength = 512
/** Clients refuse headers of more than 16 KiB together. */
const fullLength = 8_000

/**
 * `interlingua-notices: dropped=2 approximated=1; chat/top-k, messages/stop`, and for a caller that asked by `interlingua-explain: 1`
 * `interlingua-notices-full`: the list as percent-encoded JSON, cut at its end where it is longer than a header may be.
 */
export function noticeHeaders(exchange: Exchange): Record<string, string> {
  const headers: Record<string, string> = { 'interlingua-notices': summarize(exchange.notices) }
  if (wantsExplanation(exchange)) headers['interlingua-notices-full'] = spellInFull(exchange.notices)
  return headers
}

export function wantsExplanation({ request }: Exchange): boolean {
  return request.headers['interlingua-explain'] === '1'
}

function summarize(notices: readonly Notice[]): string {
  const counts: Partial<Record<NoticeKind, number>> = {}
  const codes = new Set<string>()
  for (const { kind, code } of notices) {
    counts[kind] = (counts[kind] ?? 0) + 1
    codes.add(code)
  }
  const kinds = Object.entries(counts).map(([kind, count]) => `${kind}=${count}`)
  const first = [...codes].slice(0, named)
  const more = codes.size - first.length
  const text = `${kinds.join(' ')}; ${first.join(', ')}${more > 0 ? `, +${more}` : ''}`
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, shortLength)
}

function spellInFull(notices: readonly Notice[]): string {
  for (let count = notices.length; ; count = Math.floor(count / 2)) {
    const text = encodeURIComponent(JSON.stringify(notices.slice(0, count)))
    if (text.length <= fullLength || count === 0) return text
  }
}
