import { pointer } from '@interlingua/core'
import {
  createExtension,
  createOnce,
  createReversals,
  hoistAddedTools,
  keepInputs,
  objectArguments,
  readInputs,
} from '@interlingua/core/adapter'
import { roundsIntegers, withoutIdleState, type ParsedInput } from '@interlingua/core/adapter'
import type {
  Context,
  Format,
  FunctionTool,
  GenerateAdapter,
  GenerateRequest,
  JsonObject,
  Notice,
  OutputFormat,
  OutputOptions,
} from '@interlingua/core'
import type { FateWalker } from '@interlingua/core/adapter'
import type { Part, Pointer, Tool, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { askForJson, fitCallId, joinTurns, leadWithUser, nothingLeft, pairCalls, placeInstructions } from '@interlingua/core/lower'
import { createArgumentKeys, type ArgumentKeys, type CallIdPattern } from '@interlingua/core/lower'
import { createNames, lowerTools, refOf, type NameOf, type Report } from './basic-tools.ts'
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
  /** Fits a function to the server, and reports each change; its name is fitted by itself. Default: an object schema and a description with words. */
  readonly function?: (tool: FunctionTool, at: Pointer, request: GenerateRequest, context: Context) => FittedFunction
  /** Lowers a tool that is no function; `undefined`: the format has none like it. Default: tools of the format itself stay. */
  readonly tool?: (tool: Exclude<Tool, FunctionTool>, at: Pointer, context: Context) => Tool | undefined
  /** Lowers the format of the answer that is asked for; `undefined`: none is. Default: JSON is asked for in words. */
  readonly outputFormat?: (format: OutputFormat, request: GenerateRequest, context: Context) => OutputFormat | undefined
  /** True: a choice names the tools that may be called, and may forbid calls. Default: others are left out. */
  readonly choosesTools?: boolean
  /** True: turns of one author may follow each other. Default: they are joined. */
  readonly repeatsAuthors?: boolean
}

/** A function as the server takes it. */
export interface FittedFunction {
  readonly tool: FunctionTool
  /** Arguments that have other names at the server: own name → name there. */
  readonly names: ReadonlyMap<string, string>
}

interface Scope {
  readonly rules: BasicRules
  readonly context: Context
  readonly report: Report
  readonly nameOf: NameOf
  readonly keys: ArgumentKeys
  /** Object of a call's arguments, if the decoder had it. */
  readonly inputOf: (text: string) => JsonObject | undefined
  /** Inputs of the calls, in their order, for the encoder. */
  readonly inputs: ParsedInput[]
  readonly folded: FoldedMark
}

type FoldedMark = ReturnType<typeof createExtension<{ readonly folded?: boolean }>>

/**
 * `lowerRequest` of such a format: one leading instruction, then turns of the user and the assistant in alternation, each result right behind
 * its call. What is legal stays as it is; each change is reported by `notice`, and what has no field by `walker`.
 */
export function createBasicLowering(rules: BasicRules): GenerateAdapter['lowerRequest'] {
  const { format, notice, walker, maxTemperature = Infinity } = rules
  const folded: FoldedMark = createExtension(format)
  return (asked, side) => {
    const context = createOnce(side)
    const report: Report = (code, at) => context.onNotice(notice(code, at))
    const given = hoistAddedTools(
      asked,
      (at) => report('tools-added', at),
      (at) => report('foreign-field', at),
    )
    const reversals = createReversals()
    const nameOf = createNames(given, rules.toolNames, reversals, report)
    const keys = createArgumentKeys(reversals)
    const scope: Scope = { rules, context, report, nameOf, keys, inputOf: readInputs(asked.turns), inputs: [], folded }
    const declared = rules.function && given.tools ? { ...given, tools: fitFunctions(given, given.tools, rules.function, scope) } : given
    const kept = lowerTurns(given.turns, scope)
    const arranged = arrange(kept, scope)
    const turns = rules.outputFormat ? arranged : askInWords(arranged, given, report)
    if (!turns.some(({ author }) => author !== 'instruction')) throw nothingLeft(format, asked)
    const called = new Set<string>()
    for (const { parts } of turns) for (const part of parts) if (part.type === 'tool-call') called.add(part.name)
    const { temperature = 0 } = given.sampling ?? {}
    const hot = temperature > maxTemperature
    if (hot) report('temperature', given.fields?.['sampling.temperature'] ?? '/sampling/temperature')
    const { tools: _, toolChoice: __, output, ...rest } = withoutIdleState(given)
    const request: GenerateRequest = {
      ...rest,
      turns,
      ...lowerTools(declared, rules, called, scope.nameOf, context, report),
      ...(output && { output: lowerOutput(output, output.format && rules.outputFormat?.(output.format, given, context)) }),
      ...(hot && { sampling: { ...given.sampling, temperature: maxTemperature } }),
    }
    walker.request(request, context)
    if (scope.inputs.length > 0) keepInputs(turns, scope.inputs)
    return { request, reversals }
  }
}

/** Functions as the server takes them, before the calls of the history, whose arguments have the names of the declarations. */
function fitFunctions(
  request: GenerateRequest,
  tools: readonly Tool[],
  fit: NonNullable<BasicRules['function']>,
  { keys, nameOf, context }: Scope,
): readonly Tool[] {
  return tools.map((tool, index) => {
    if (tool.type !== 'function') return tool
    const at = tool.at ?? pointer('/tools', index)
    const fitted = fit(tool, at, request, context)
    if (fitted.names.size > 0) keys.note(nameOf(refOf(tool), at), fitted.names)
    return fitted.tool
  })
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

function lowerTurns(turns: readonly Turn[], scope: Scope): readonly Turn[] {
  const lowered: Turn[] = []
  for (const [index, turn] of turns.entries()) {
    const made = lowerTurn(turn, turn.at ?? pointer('/turns', index), scope)
    if (made) lowered.push(made)
  }
  return lowered
}

/** Lowers a turn; one that is legal stays as it is, and one without parts is left out. */
function lowerTurn(turn: Turn, at: Pointer, scope: Scope): Turn | undefined {
  if (turn.changes) scope.report('turn-settings', at)
  const parts = lowerParts(turn.parts, turn.author, at, false, scope)
  if (parts.length > 0 && turn.changes === undefined) return parts === turn.parts ? turn : { ...turn, parts }
  const { changes: _, ...rest } = turn
  if (parts.length > 0) return { ...rest, parts }
  scope.report('empty-turn', at)
  scope.rules.walker.turn({ ...rest, parts: [] }, scope.context)
  return undefined
}

/** Lowers parts of a turn, or of a result, whose texts may be empty; returns `given` where all are legal. */
function lowerParts(given: readonly Part[], author: Turn['author'], at: Pointer, inResult: boolean, scope: Scope): readonly Part[] {
  let made: Part[] | undefined
  for (let index = 0; index < given.length; index++) {
    const part = given[index] as Part // the index is in range
    const lowered = inResult && part.type === 'text' ? part : lowerPart(part, author, part.at ?? pointer(at, 'parts', index), scope)
    if (lowered === part) made?.push(part)
    else {
      made ??= given.slice(0, index)
      if (isPart(lowered)) made.push(lowered)
      else for (const each of lowered) made.push(each)
    }
  }
  return made ?? given
}

function isPart(value: Part | readonly Part[]): value is Part {
  return !Array.isArray(value)
}

const none: readonly Part[] = []

function lowerPart(part: Part, author: Turn['author'], at: Pointer, scope: Scope): Part | readonly Part[] {
  const { rules, report } = scope
  if (part.type === 'text' || part.type === 'refusal') {
    if (part.type === 'refusal') report('refusal', at)
    if (part.text.trim() !== '') return part.type === 'text' ? part : { ...part, type: 'text' }
    report('empty-text', at)
    return none
  }
  if (part.type === 'opaque' && part.format === rules.format) return part
  if (author === 'instruction') {
    report('instruction-part', at)
    return none
  }
  if (part.type === 'tool-call' && author === 'assistant') return lowerCall(part, at, scope)
  if (part.type === 'tool-result' && author === 'user') return lowerResult(part, at, scope)
  if (part.type === 'tool-call' || part.type === 'tool-result') report('turn-part', at)
  else if (part.type === 'opaque') report('opaque', at)
  else {
    const lowered = rules.part?.(part, author, at, scope.context)
    if (lowered) return lowered
    rules.walker.part({ ...part, at }, scope.context)
  }
  return none
}

function fitId(id: string, at: Pointer, { rules, report }: Scope): string {
  const fitted = rules.takesCallId?.(id) ? id : fitCallId(id, rules.callIds)
  if (fitted !== id) report('call-id', at)
  return fitted
}

function lowerCall(part: ToolCallPart, at: Pointer, scope: Scope): ToolCallPart {
  const { namespace, kind } = part
  const name = scope.nameOf(refOf(part), at)
  const given = objectArguments(part, scope.inputOf)
  const { value } = given
  // The format's own rule is about arguments that are no object, or none.
  const own = value !== undefined && given.text !== '' ? given.text : (scope.rules.argumentsOf?.(part) ?? given.text)
  const text = scope.keys.encode(name, own)
  if (kind !== 'custom' && value === undefined) scope.report('arguments', at)
  if (roundsIntegers(text)) scope.report('argument-digits', at)
  const callId = fitId(part.callId, at, scope)
  // A renamed key makes another object.
  if (value !== undefined && text === own && text !== '') scope.inputs.push({ text, value })
  if (kind === 'function' && namespace === undefined && name === part.name && callId === part.callId && text === part.arguments) return part
  const { namespace: _, ...rest } = part
  return { ...rest, kind: 'function', name, callId, arguments: text }
}

function lowerResult(part: ToolResultPart, at: Pointer, scope: Scope): ToolResultPart {
  const { structured, isError } = part
  const parts = lowerParts(part.parts, 'user', at, true, scope)
  const callId = fitId(part.callId, at, scope)
  // An error must say something.
  if (isError === true && structured === undefined && !parts.some((inner) => inner.type !== 'text' || inner.text.trim() !== ''))
    return { ...part, callId, parts: [{ type: 'text', text: 'The tool failed.', at }] }
  return callId === part.callId && parts === part.parts ? part : { ...part, callId, parts }
}

/** Results right behind their calls, one leading instruction, and turns of the user and of the assistant in alternation. */
function arrange(turns: readonly Turn[], { rules, context, report, folded }: Scope): readonly Turn[] {
  const { isWhole = () => false, walker } = rules
  const { hintOf, withHint } = folded
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
