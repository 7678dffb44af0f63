import type { Context, Turn } from '@interlingua/core'
import { format, hintOf } from '../extension.ts'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'

/**
 * Adds empty reasoning to turns with calls that lost theirs (another provider's turn, a client that does not return it), since servers that
 * think refuse such a turn. https://api-docs.deepseek.com/guides/thinking_mode
 */
export function requireReasoning(turns: readonly Turn[], context: Context): readonly Turn[] {
  const { reasoningRequired, reasoningReplay = 'reasoning_content' } = readDialect(context.dialect)
  if (reasoningRequired !== true) return turns
  return turns.map((turn, index) => {
    if (turn.author !== 'assistant' || !turn.parts.some(({ type }) => type === 'tool-call')) return turn
    const hint = hintOf(turn)
    const blank = hint?.['blank']
    const said = blank !== undefined && typeof blank === 'object' && blank !== null && !Array.isArray(blank) ? blank : {}
    if (Object.hasOwn(said, reasoningReplay) || turn.parts.some(({ type }) => type === 'reasoning')) return turn
    context.onNotice(notice('reasoning-required', turn.at ?? `/turns/${index}`))
    const own = { ...turn.extensions?.[format], hint: { ...hint, blank: { ...said, [reasoningReplay]: '' } } }
    return { ...turn, extensions: { ...turn.extensions, [format]: own } }
  })
}
