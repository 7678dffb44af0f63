import { deriveId, unwrapSeal, wrapSeal } from '@interlingua/core/adapter'
import type { Json, JsonObject } from '@interlingua/core'

/** Labels of the envelope of a summary: what it holds, who made it, and the version of the layout. */
const labels = { format: 'summary', vendor: 'interlingua', model: '1' } as const

/** Item that stands for a conversation by a summary of it, which every server can be given as text. */
export function encodeSummary(text: string, id: string): JsonObject {
  return { id, type: 'compaction', encrypted_content: wrapSeal({ ...labels, data: text, attachTo: digestOf(text) }) }
}

/** Text of an item that `encodeSummary` made; `undefined` for a server's own compaction, and for a summary that was changed. */
export function readSummary({
  type,
  encrypted_content: sealed,
}: {
  readonly type?: Json
  readonly encrypted_content?: Json
}): string | undefined {
  if (type !== 'compaction' || typeof sealed !== 'string') return undefined
  const seal = unwrapSeal(sealed)
  if (seal?.format !== labels.format || seal.vendor !== labels.vendor || seal.model !== labels.model) return undefined
  return seal.attachTo === digestOf(seal.data) ? seal.data : undefined
}

function digestOf(text: string): string {
  return deriveId('', text)
}
