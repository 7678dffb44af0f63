import type { DocumentPart, MediaPart, Part, ToolResultPart } from '../part.ts'
import { pointer } from '../pointer.ts'
import type { Pointer } from '../pointer.ts'
import type { GenerateRequest, Turn } from '../request.ts'

export interface HoistRules {
  /** True if this result can hold only text. */
  readonly textOnly: (result: ToolResultPart) => boolean
  readonly report: (code: 'result-media', at: Pointer) => void
}

/**
 * Moves media of results that can hold none behind the last result of their turn, and leaves a text in the result that says where they are.
 */
export function hoistResultMedia(request: GenerateRequest, rules: HoistRules): GenerateRequest {
  let turns: Turn[] | undefined
  for (let index = 0; index < request.turns.length; index++) {
    const turn = request.turns[index]
    // Nearly always nothing moves; finding that out allocates nothing.
    if (turn === undefined || !turn.parts.some(holdsMedia)) continue
    const hoisted = hoistInTurn(turn, index, rules)
    if (hoisted === turn) continue
    turns ??= [...request.turns]
    turns[index] = hoisted
  }
  return turns === undefined ? request : { ...request, turns }
}

function hoistInTurn(turn: Turn, index: number, rules: HoistRules): Turn {
  const at = turn.at ?? pointer('/turns', index)
  const media: Part[] = []
  const parts = turn.parts.map((part, position) =>
    part.type === 'tool-result' && part.parts.some(isMedia) && rules.textOnly(part)
      ? withoutMedia(part, part.at ?? pointer(at, 'parts', position), media, rules)
      : part,
  )
  if (media.length === 0) return turn
  parts.splice(parts.findLastIndex(({ type }) => type === 'tool-result') + 1, 0, ...media)
  return { ...turn, parts }
}

function withoutMedia(result: ToolResultPart, at: Pointer, media: Part[], { report }: HoistRules): ToolResultPart {
  const parts = result.parts.map((part, index): Part => {
    if (!isMedia(part)) return part
    const place = part.at ?? pointer(at, 'parts', index)
    report('result-media', place)
    media.push(part)
    return {
      type: 'text',
      text: `[${part.type === 'media' ? part.kind : 'document'}: number ${media.length} below the results]`,
      at: place,
    }
  })
  return { ...result, parts }
}

/** True for a result with media in it. */
function holdsMedia(part: Part): boolean {
  return part.type === 'tool-result' && part.parts.some(isMedia)
}

function isMedia(part: Part): part is MediaPart | DocumentPart {
  return part.type === 'media' || part.type === 'document'
}
