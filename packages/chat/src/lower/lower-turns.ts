import type { Context, GenerateRequest, Part, Pointer, Turn } from '@interlingua/core'
import { UnsupportedError } from '@interlingua/core'
import { deriveId, noteCallId } from '@interlingua/core/adapter'
import { fitCallId, joinTurns, pairCalls } from '@interlingua/core/lower'
import { format, hintOf } from '../extension.ts'
import { inMessageOrder } from '../in-message-order.ts'
import { leaveOut } from './leave-out.ts'
import { lowerAssistant } from './lower-assistant.ts'
import type { TurnSetting } from './lower-assistant.ts'
import { lowerCacheMarks } from './lower-cache-marks.ts'
import { lowerInstruction } from './lower-instruction.ts'
import { isPlainText, lowerUserPart } from './lower-part.ts'
import { lowerPrefill } from './lower-prefill.ts'
import { lowerResult, missingResult } from './lower-result.ts'
import type { LoweredTools } from './lower-tools.ts'
import { answerResults, arrangeTurns, foldInstructions, withoutNames } from './arrange-turns.ts'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'

/** Longest call id: servers take 64 characters at most, and some of OpenAI's only 40 (microsoft/autogen#6377, vercel/ai#17233). */
const idLimit = 40

/** Lowers turns to a chat: each assistant turn is followed by one tool message for each of its calls, then everything else. */
export function lowerTurns(request: GenerateRequest, tools: LoweredTools, context: Context): readonly Turn[] {
  const dialect = readDialect(context.dialect)
  const pattern = dialect.callIdPattern ?? context.model?.callIdPattern
  const setting: TurnSetting = {
    context,
    tools,
    callId(id, at) {
      const short = pattern ? fitCallId(id, pattern) : id.length <= idLimit && id !== '' ? id : deriveId('call_', id)
      if (short === id) return id
      if (!tools.reversals.callIds.has(short)) context.onNotice(notice('call-id', at))
      noteCallId(tools.reversals, short, id)
      return short
    },
  }
  const merged = mergeAssistantTurns(request.turns, context)
  const paired = pairCalls(merged, {
    place: 'turn-each',
    // A tool message answers the message before it, so models that number the calls of each turn anew keep their ids.
    ids: 'turn',
    merge: false,
    orphanCalls: context.policy.orphanCalls,
    needsResult: (call) => hintOf(call)?.['legacy'] !== true,
    missingResult,
    report: (code, at) => context.onNotice(notice(code, at)),
  })
  let given: ReadonlySet<Turn> | undefined
  /** True for a turn that held results, whose words beside them may be lost. */
  const heldResults = (turn: Turn): boolean => paired !== merged && !(given ??= new Set(merged)).has(turn)
  const out: Turn[] = []
  let hoisted: Part[] | undefined
  for (let index = 0; index < paired.length; index++) {
    const turn = paired[index] as Turn // the index is in range
    const at: Pointer = turn.at ?? `/turns/${index}`
    const [first] = turn.parts
    if (first?.type === 'tool-result' && turn.author === 'user') {
      const { turn: lowered, hoisted: media } = lowerResult(first, turn, first.at ?? `${at}/parts/0`, setting)
      out.push(lowered)
      if (media.length > 0) (hoisted ??= []).push(...media)
      continue
    }
    pushHoisted()
    const lowered =
      turn.author === 'instruction'
        ? lowerInstruction(turn, at, context)
        : turn.author === 'assistant'
          ? lowerAssistant(turn, at, setting)
          : lowerUser(turn, at, heldResults, context)
    if (lowered) out.push(lowered)
  }
  pushHoisted()
  const settled = settle(lowerCacheMarks({ turns: out }, context).turns, context)
  const led = dialect.instructionTurns === false ? foldInstructions(settled, context) : settled
  const arranged = dialect.alternate === true ? arrangeTurns(led, context) : led
  const answered = dialect.assistantAfterTool === true ? answerResults(arranged, context) : arranged
  return lowerPrefill(dialect.messageName === false ? withoutNames(answered, context) : answered, context)

  /** Media of results follow the last result of their turn. */
  function pushHoisted(): void {
    if (hoisted === undefined) return
    out.push({ at: hoisted[0]?.at ?? '', author: 'user', parts: hoisted })
    hoisted = undefined
  }
}

/** Lowers the user's words beside results; `undefined` if none is left. */
function lowerUser(turn: Turn, at: Pointer, heldResults: (turn: Turn) => boolean, context: Context): Turn | undefined {
  if (hintOf(turn)?.['role'] === 'opaque' || (turn.parts.length > 0 && turn.parts.every(isPlainText))) return turn
  const parts: Part[] = []
  let changed = false
  turn.parts.forEach((part, i) => {
    const lowered = lowerUserPart(part, part.at ?? `${at}/parts/${i}`, context)
    if (lowered.length !== 1 || lowered[0] !== part) changed = true
    parts.push(...lowered)
  })
  if (parts.length > 0) return changed ? { ...turn, parts } : turn
  if (turn.parts.length === 0 && turn.extensions?.[format] !== undefined) return turn
  if (heldResults(turn)) return undefined
  if (!turn.parts.every((part) => part.type === 'text' || part.type === 'reasoning'))
    throw new UnsupportedError(format, at, 'no part of this message can be sent to a chat completion')
  return leaveOut(turn, at, context)
}

/**
 * Joins adjacent assistant turns of other formats, since some clients return a streamed answer frame by frame, and parallel calls must stay
 * in one message. Messages of this format stay as they are.
 */
function mergeAssistantTurns(turns: readonly Turn[], context: Context): readonly Turn[] {
  return joinTurns(turns, {
    joins: isForeignAssistant,
    texts: true,
    onJoin: (first, index) => context.onNotice(notice('turns-merged', first.at ?? `/turns/${index}`)),
  })
}

function isForeignAssistant(turn: Turn): boolean {
  return turn.author === 'assistant' && turn.extensions?.[format] === undefined
}

/** Joins turns that became adjacent when results between them moved to their calls. */
function settle(turns: readonly Turn[], context: Context): readonly Turn[] {
  const merged = mergeAssistantTurns(turns, context)
  if (merged === turns) return turns
  return merged.map((turn) => {
    const parts = turn.author === 'assistant' ? inMessageOrder(turn.parts) : turn.parts
    return parts === turn.parts ? turn : { ...turn, parts }
  })
}
