import type { Finish, Part } from '@interlingua/core'
import type { Conversation } from '../read-conversation.ts'
import type { Directives } from '../read-directives.ts'

const pattern = /\b(?:please refuse|refuse to answer|refuse this)\b/i
const explanation = 'Demo provider (no real model): I refuse, as the prompt wants me to.'

/** Writes a refusal as the format's vendor does, where the prompt says `please refuse` or has the directive `refuse`. */
export function writeRefusal(
  { prompt }: Conversation,
  directives: Directives,
  format: string,
): { readonly parts: readonly Part[]; readonly finish: Finish } | undefined {
  const directive = directives.get('refuse')
  if (directive === undefined && !pattern.test(prompt)) return undefined
  if (format === 'contents') return { parts: [], finish: { unified: 'content-filter', message: explanation } }
  if (format !== 'messages') return { parts: [{ type: 'refusal', text: explanation }], finish: { unified: 'refusal' } }
  const category = directive?.words[0] ?? 'general_harms'
  return { parts: [{ type: 'text', text: explanation }], finish: { unified: 'refusal', refusal: { category, explanation } } }
}
