import type { Notice } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'

/** Codes named in the short header; what is longer is for those who ask. */
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

/** One pass: most answers have a notice or two, and this runs for each of them. Codes are ASCII, as their packages declare them. */
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
    // With what stands around it: many codes begin as another does.
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

function spellInFull(notices: readonly Notice[]): string {
  for (let count = notices.length; ; count = Math.floor(count / 2)) {
    const text = encodeURIComponent(JSON.stringify(notices.slice(0, count)))
    if (text.length <= fullLength || count === 0) return text
  }
}
