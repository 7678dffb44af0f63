import {
  createOnce,
  createReversals,
  hoistAddedTools,
  parseExactObject,
  pointer,
  roundsIntegers,
  withoutIdleState,
} from '@interlingua/core'
import type { Context, GenerateRequest, Lowered, OutputOptions, Part, Pointer, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { fitCallId, joinTurns, leadWithUser, nothingLeft, pairCalls, placeInstructions } from '@interlingua/core/lower'
import { argumentsOf } from './blocks.ts'
import { hintOf } from './extension.ts'
import { walker } from './fates.ts'
import { createNames, lowerTools, type NameOf, type Report } from './lower-tools.ts'
import { notice } from './notices.ts'
import { format } from './wire.ts'

interface Scope {
  readonly context: Context
  readonly report: Report
  readonly nameOf: NameOf
}

/** A conversation as Converse takes it, with a notice for each change. What is legal stays as it is. */
export function lowerRequest(asked: GenerateRequest, side: Context): Lowered {
  const context = createOnce(side)
  const report: Report = (code, at) => context.onNotice(notice(code, at))
  const given = hoistAddedTools(
    asked,
    (at) => report('tools-added', at),
    (at) => report('foreign-field', at),
  )
  const reversals = createReversals()
  const scope: Scope = { context, report, nameOf: createNames(given, reversals, report) }
  const turns = arrange(
    given.turns.flatMap((turn, index) => lowerTurn(turn, turn.at ?? pointer('/turns', index), scope)),
    scope,
  )
  if (!turns.some(({ author }) => author !== 'instruction')) throw nothingLeft(format, asked)
  const called = new Set(turns.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))))
  const { temperature = 0 } = given.sampling ?? {}
  if (temperature > 1) report('temperature', given.fields?.['sampling.temperature'] ?? '/sampling/temperature')
  const { tools: _, toolChoice: __, output, ...rest } = withoutIdleState(given)
  const request: GenerateRequest = {
    ...rest,
    turns,
    ...lowerTools(given, called, scope.nameOf, context.policy.hostedTools, report),
    ...(output && { output: lowerOutput(output) }),
    ...(temperature > 1 && { sampling: { ...given.sampling, temperature: 1 } }),
  }
  walker.request(request, context)
  return { request, reversals }
}

/** What is no wish: one answer, in text. */
function lowerOutput({ candidates = 1, modalities = [], format: wanted, ...others }: OutputOptions): OutputOptions {
  return {
    ...others,
    ...(candidates > 1 && { candidates }),
    ...(modalities.some((modality) => modality !== 'text') && { modalities }),
    ...(wanted && wanted.type !== 'text' && { format: wanted }),
  }
}

function lowerTurn({ changes, ...turn }: Turn, at: Pointer, scope: Scope): readonly Turn[] {
  if (changes) scope.report('turn-settings', at)
  const parts = turn.parts.flatMap((part, index) => lowerPart(part, turn.author, part.at ?? pointer(at, 'parts', index), scope))
  if (parts.length > 0) return [{ ...turn, parts }]
  scope.report('empty-turn', at)
  walker.turn({ ...turn, parts: [] }, scope.context)
  return []
}

function lowerPart(part: Part, author: Turn['author'], at: Pointer, scope: Scope): readonly Part[] {
  if (part.type === 'text' || part.type === 'refusal') {
    if (part.type === 'refusal') scope.report('refusal', at)
    if (part.text.trim() !== '') return [part.type === 'text' ? part : { ...part, type: 'text' }]
    scope.report('empty-text', at)
    return []
  }
  if (part.type === 'opaque' && part.format === format) return [part]
  if (author === 'instruction') {
    scope.report('instruction-part', at)
    return []
  }
  if (part.type === 'tool-call' && author === 'assistant') return [lowerCall(part, at, scope)]
  if (part.type === 'tool-result' && author === 'user') return [lowerResult(part, at, scope)]
  if (part.type === 'tool-call' || part.type === 'tool-result') scope.report('turn-part', at)
  else if (part.type === 'opaque') scope.report('opaque', at)
  else walker.part({ ...part, at }, scope.context)
  return []
}

const ids = { characters: 'word', min: 1, max: 64 } as const

function fitId(id: string, at: Pointer, { report }: Scope): string {
  const fitted = /^[\w.:-]{1,64}$/.test(id) ? id : fitCallId(id, ids)
  if (fitted !== id) report('call-id', at)
  return fitted
}

function lowerCall(part: ToolCallPart, at: Pointer, scope: Scope): ToolCallPart {
  const { namespace, kind, ...rest } = part
  const name = scope.nameOf({ name: part.name, ...(namespace !== undefined && { namespace }) }, at)
  const text = argumentsOf(part)
  if (kind !== 'custom' && parseExactObject(part.arguments) === undefined) scope.report('arguments', at)
  if (roundsIntegers(text)) scope.report('argument-digits', at)
  return { ...rest, kind: 'function', name, callId: fitId(part.callId, at, scope), arguments: text }
}

function lowerResult({ structured, ...part }: ToolResultPart, at: Pointer, scope: Scope): ToolResultPart {
  const parts = part.parts.flatMap((inner, index): readonly Part[] => {
    const place = inner.at ?? pointer(at, 'parts', index)
    if (inner.type === 'text' || (inner.type === 'opaque' && inner.format === format)) return [inner]
    return lowerPart(inner, 'user', place, scope)
  })
  const said = structured === undefined ? {} : { structured }
  // An error must say something.
  const mute =
    part.isError === true && structured === undefined && !parts.some((inner) => inner.type !== 'text' || inner.text.trim() !== '')
  return { ...part, ...said, callId: fitId(part.callId, at, scope), parts: mute ? [{ type: 'text', text: 'The tool failed.', at }] : parts }
}

/** Results right behind their calls, one system, and turns of the user and of the assistant by turns. */
function arrange(turns: readonly Turn[], { context, report }: Scope): readonly Turn[] {
  const paired = pairCalls(turns, {
    place: 'next-turn',
    ids: 'unique',
    merge: true,
    orphanCalls: context.policy.orphanCalls,
    closed: isWhole,
    missingResult: ({ callId }, at) => ({
      type: 'tool-result',
      callId,
      isError: true,
      parts: [{ type: 'text', text: 'No result was given for this call.', at }],
      at,
    }),
    report,
  })
  const placed = placeInstructions(paired, {
    lead: (first, parts) => (parts === first.parts ? first : { ...first, parts }),
    onGone: (turn) => walker.turn(turn, context),
    resultsApart: false,
    mark: (part) => ({ ...part, extensions: { ...part.extensions, [format]: { ...part.extensions?.[format], hint: { folded: true } } } }),
    isMarked: (part) => hintOf(part, 'folded') === true,
    report,
  })
  const led = leadWithUser(placed, '(The conversation goes on.)', (at) => report('first-turn', at))
  const join = (given: readonly Turn[], author: Turn['author']): readonly Turn[] =>
    joinTurns(given, {
      joins: (turn) => turn.author === author && !isWhole(turn),
      onJoin: (first) => report('turns-joined', first.at ?? ''),
    })
  return join(join(led, 'user'), 'assistant')
}

/** A message whose role nobody knows, kept as it came. */
export function isWhole({ parts }: Turn): boolean {
  const [part] = parts
  return part?.type === 'opaque' && 'role' in part.wire
}
