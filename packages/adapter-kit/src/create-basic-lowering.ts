import { pointer } from '@interlingua/core'
import { createExtension, createOnce, createReversals, hoistAddedTools, objectArguments, parseExactObject } from '@interlingua/core/adapter'
import { roundsIntegers, withoutIdleState } from '@interlingua/core/adapter'
import type {
  Context,
  Format,
  FunctionTool,
  GenerateAdapter,
  GenerateRequest,
  Notice,
  OutputFormat,
  OutputOptions,
} from '@interlingua/core'
import type { FateWalker } from '@interlingua/core/adapter'
import type { Part, Pointer, Tool, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { askForJson, fitCallId, joinTurns, leadWithUser, nothingLeft, pairCalls, placeInstructions } from '@interlingua/core/lower'
import type { CallIdPattern } from '@interlingua/core/lower'
import { createNames, lowerTools, type NameOf, type Report } from './basic-tools.ts'
import type { BasicCode } from './basic-notices.ts'

/** Rules of a format whose conversations are turns of a user and an assistant, with text and function tools. */
export interface BasicRules {
  readonly format: Format
  readonly notice: (code: BasicCode, path: Pointer) => Notice
  readonly walker: FateWalker
  /** Names of tools: the characters that are refused, as a global expression (no lower letter, digit or `_`), and the most characters. */
  readonly toolNames: { readonly illegal: RegExp; readonly limit: number }
  readonly callIds: CallIdPattern
  /** Highest temperature; a higher one is lowered to it. Default: any is taken. */
  readonly maxTemperature?: number
  /** An id of a call that is taken although `callIds` would change it. Default: none. */
  readonly takesCallId?: (id: string) => boolean
  /** The JSON of a call's arguments where they need not be an object. Default: what is no object is wrapped in one. */
  readonly argumentsOf?: (part: ToolCallPart) => string
  /** A turn that is one message of the format, kept as it came: nothing is put into it. Default: none. */
  readonly isWhole?: (turn: Turn) => boolean
  /**
   * Lowers a part that is no text, call or result, in a turn or in a result; reports what it changes. `undefined`: the format has no place
   * for it, as its fate says. Default: none has one.
   */
  readonly part?: (part: Part, author: Turn['author'], at: Pointer, context: Context) => readonly Part[] | undefined
  /** Lowers a tool that is no function; `undefined`: the format has none like it. Default: tools of the format itself stay. */
  readonly tool?: (tool: Exclude<Tool, FunctionTool>, at: Pointer, context: Context) => Tool | undefined
  /** Lowers the format of the answer that is asked for; `undefined`: none is. Default: JSON is asked for in words. */
  readonly outputFormat?: (format: OutputFormat, request: GenerateRequest, context: Context) => OutputFormat | undefined
  /** True: a choice names the tools that may be called, and may forbid calls. Default: others are left out. */
  readonly choosesTools?: boolean
  /** True: turns of one author may follow each other. Default: they are joined. */
  readonly repeatsAuthors?: boolean
}

interface Scope {
  readonly rules: BasicRules
  readonly context: Context
  readonly report: Report
  readonly nameOf: NameOf
}

/**
 * `lowerRequest` of such a format: one leading instruction, then turns of the user and the assistant in alternation, each result right behind
 * its call. What is legal stays as it is; each change is reported by `notice`, and what has no field by `walker`.
 */
export function createBasicLowering(rules: BasicRules): GenerateAdapter['lowerRequest'] {
  const { format, notice, walker, maxTemperature = Infinity } = rules
  return (asked, side) => {
    const context = createOnce(side)
    const report: Report = (code, at) => context.onNotice(notice(code, at))
    const given = hoistAddedTools(
      asked,
      (at) => report('tools-added', at),
      (at) => report('foreign-field', at),
    )
    const reversals = createReversals()
    const scope: Scope = { rules, context, report, nameOf: createNames(given, rules.toolNames, reversals, report) }
    const kept = given.turns.flatMap((turn, index) => lowerTurn(turn, turn.at ?? pointer('/turns', index), scope))
    const arranged = arrange(kept, scope)
    const turns = rules.outputFormat ? arranged : askInWords(arranged, given, report)
    if (!turns.some(({ author }) => author !== 'instruction')) throw nothingLeft(format, asked)
    const called = new Set(turns.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))))
    const { temperature = 0 } = given.sampling ?? {}
    const hot = temperature > maxTemperature
    if (hot) report('temperature', given.fields?.['sampling.temperature'] ?? '/sampling/temperature')
    const { tools: _, toolChoice: __, output, ...rest } = withoutIdleState(given)
    const request: GenerateRequest = {
      ...rest,
      turns,
      ...lowerTools(given, rules, called, scope.nameOf, context, report),
      ...(output && { output: lowerOutput(output, output.format && rules.outputFormat?.(output.format, given, context)) }),
      ...(hot && { sampling: { ...given.sampling, temperature: maxTemperature } }),
    }
    walker.request(request, context)
    return { request, reversals }
  }
}

/** A request for JSON becomes words of the leading instruction. */
function askInWords(turns: readonly Turn[], { output, fields }: GenerateRequest, report: Report): readonly Turn[] {
  const wanted = output?.format
  if (wanted === undefined || wanted.type === 'text') return turns
  report('format-json-asked', fields?.['output.format'] ?? '/output/format')
  const asking = askForJson(turns, wanted.type === 'json-schema' ? wanted.schema : undefined, () => undefined)
  return joinTurns(asking, { joins: ({ author }) => author === 'instruction', onJoin: () => undefined })
}

/** Without what says nothing: one answer, in text. */
function lowerOutput({ candidates = 1, modalities = [], format: _, ...others }: OutputOptions, format?: OutputFormat): OutputOptions {
  return {
    ...others,
    ...(format && { format }),
    ...(candidates > 1 && { candidates }),
    ...(modalities.some((modality) => modality !== 'text') && { modalities }),
  }
}

function lowerTurn({ changes, ...turn }: Turn, at: Pointer, scope: Scope): readonly Turn[] {
  if (changes) scope.report('turn-settings', at)
  const parts = turn.parts.flatMap((part, index) => lowerPart(part, turn.author, part.at ?? pointer(at, 'parts', index), scope))
  if (parts.length > 0) return [{ ...turn, parts }]
  scope.report('empty-turn', at)
  scope.rules.walker.turn({ ...turn, parts: [] }, scope.context)
  return []
}

function lowerPart(part: Part, author: Turn['author'], at: Pointer, scope: Scope): readonly Part[] {
  const { rules, report } = scope
  if (part.type === 'text' || part.type === 'refusal') {
    if (part.type === 'refusal') report('refusal', at)
    if (part.text.trim() !== '') return [part.type === 'text' ? part : { ...part, type: 'text' }]
    report('empty-text', at)
    return []
  }
  if (part.type === 'opaque' && part.format === rules.format) return [part]
  if (author === 'instruction') {
    report('instruction-part', at)
    return []
  }
  if (part.type === 'tool-call' && author === 'assistant') return [lowerCall(part, at, scope)]
  if (part.type === 'tool-result' && author === 'user') return [lowerResult(part, at, scope)]
  if (part.type === 'tool-call' || part.type === 'tool-result') report('turn-part', at)
  else if (part.type === 'opaque') report('opaque', at)
  else {
    const lowered = rules.part?.(part, author, at, scope.context)
    if (lowered) return lowered
    rules.walker.part({ ...part, at }, scope.context)
  }
  return []
}

function fitId(id: string, at: Pointer, { rules, report }: Scope): string {
  const fitted = rules.takesCallId?.(id) ? id : fitCallId(id, rules.callIds)
  if (fitted !== id) report('call-id', at)
  return fitted
}

function lowerCall(part: ToolCallPart, at: Pointer, scope: Scope): ToolCallPart {
  const { namespace, kind, ...rest } = part
  const name = scope.nameOf({ name: part.name, ...(namespace !== undefined && { namespace }) }, at)
  const text = scope.rules.argumentsOf?.(part) ?? objectArguments(part, () => undefined).text
  if (kind !== 'custom' && parseExactObject(part.arguments) === undefined) scope.report('arguments', at)
  if (roundsIntegers(text)) scope.report('argument-digits', at)
  return { ...rest, kind: 'function', name, callId: fitId(part.callId, at, scope), arguments: text }
}

function lowerResult({ structured, ...part }: ToolResultPart, at: Pointer, scope: Scope): ToolResultPart {
  const parts = part.parts.flatMap((inner, index): readonly Part[] =>
    inner.type === 'text' ? [inner] : lowerPart(inner, 'user', inner.at ?? pointer(at, 'parts', index), scope),
  )
  const said = structured === undefined ? {} : { structured }
  // An error must say something.
  const mute =
    part.isError === true && structured === undefined && !parts.some((inner) => inner.type !== 'text' || inner.text.trim() !== '')
  return { ...part, ...said, callId: fitId(part.callId, at, scope), parts: mute ? [{ type: 'text', text: 'The tool failed.', at }] : parts }
}

/** Results right behind their calls, one leading instruction, and turns of the user and of the assistant in alternation. */
function arrange(turns: readonly Turn[], { rules, context, report }: Scope): readonly Turn[] {
  const { isWhole = () => false, walker } = rules
  const { hintOf, withHint } = createExtension<{ readonly folded?: boolean }>(rules.format)
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
    mark: (part) => ({ ...part, extensions: withHint(part, { folded: true }) }),
    isMarked: (part) => hintOf(part).folded === true,
    report,
  })
  const led = leadWithUser(placed, '(The conversation goes on.)', (at) => report('first-turn', at))
  const join = (given: readonly Turn[], author: Turn['author']): readonly Turn[] =>
    joinTurns(given, {
      joins: (turn) => turn.author === author && !isWhole(turn),
      onJoin: (first) => report('turns-merged', first.at ?? ''),
    })
  return rules.repeatsAuthors ? led : join(join(led, 'user'), 'assistant')
}
