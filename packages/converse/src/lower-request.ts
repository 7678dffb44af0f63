import { createBasicLowering, noteCallers, placeOfField, sayClientTools } from '@interlingua/adapter-kit'
import { pointer } from '@interlingua/core'
import type { Context, GenerateAdapter, GenerateRequest, Lowered, OutputFormat, Part, Pointer, ToolChoice, Turn } from '@interlingua/core'
import { createOnce, createReversals, hasKeys, passInputs } from '@interlingua/core/adapter'
import {
  askForJson,
  askForJsonAlone,
  holdsMedia,
  joinTurns,
  lowerPrefill,
  restoreSeals,
  turnOffCache,
  type CallIdPattern,
} from '@interlingua/core/lower'
import { lowerSchema } from '@interlingua/schema'
import { argumentsOf } from './blocks.ts'
import { placesOfFamilies, type Places } from './extras.ts'
import { familyOf, takesFormats, type Family } from './families.ts'
import { addMarks, limitMarks, liftMarks } from './lower/lower-cache.ts'
import { lowerMedia } from './lower/lower-media.ts'
import { lowerOptions, lowerSampling } from './lower/lower-options.ts'
import { citedText, lowerPart } from './lower/lower-part.ts'
import { lowerReasoning } from './lower/lower-reasoning.ts'
import { fitFunction, lowerBuiltin } from './lower/lower-tools.ts'
import { nameDocuments } from './lower/name-documents.ts'
import { notice, walker, type Code } from './notices.ts'
import { isWhole } from './request.ts'
import { isOwnSeal } from './seals.ts'
import { format, hintOf } from './wire.ts'

type Report = (code: Code, at: Pointer) => void

/**
 * Makes a conversation legal for this format, with a notice for each change. A request of this format is its server's to judge: only thoughts
 * of others are taken out. Throws `UnsupportedError` where nothing would be left.
 */
export function lowerRequest(asked: GenerateRequest, side: Context): Lowered {
  const context = createOnce(side)
  const report: Report = (code, at) => context.onNotice(notice(code, at))
  const given = turnOffCache(restoreSeals(asked), context, false, (at) => report('cache-off', at))
  if (hintOf(asked).own === true && context.modelChosen !== true) {
    const turns = given.turns.flatMap((turn, index) => withoutForeignThoughts(turn, turn.at ?? pointer('/messages', index), report))
    const request =
      turns.some((turn, index) => turn !== given.turns[index]) || turns.length !== given.turns.length ? { ...given, turns } : given
    walker.request(request, context)
    return { request, reversals: createReversals() }
  }
  const family = familyOf(asked.model) ?? familyOf(context.model?.pattern ?? '')
  const lowerBasics = loweringFor(family, context.model?.callIdPattern, given.output?.format, asked.model)
  const optioned = lowerOptions(given, context, report)
  const turns = lowerTexts(liftMarks(optioned.turns), context, report)
  const worded = { ...optioned, turns }
  const hasMedia = holdsMedia(worded)
  const media = hasMedia ? lowerMedia(worded, family, context, report) : worded
  const spoken = sayFormat(sayClientTools(media, format, report), family, report)
  const parallel = family === 'claude' ? spoken.toolChoice?.parallel : undefined
  passInputs(asked.turns, spoken.turns)
  const basics = lowerBasics(parallel === undefined ? spoken : withoutParallel(spoken), context)
  noteCallers(spoken.tools ?? [], asked.tools ?? [], basics.request, basics.reversals)
  const arranged = arrange(basics.request, context, report)
  const paired = parallel === undefined ? arranged : { ...arranged, ...withParallel(arranged, parallel) }
  const named = hasMedia ? nameDocuments(paired, report) : paired
  const settled = lowerSettings(asked, named, family, context, report)
  const marked = hintOf(asked).own === true ? settled : addMarks(settled, family, context, report)
  const request = limitMarks(marked, family, context, report)
  passInputs(basics.request.turns, request.turns)
  return { request, reversals: basics.reversals }
}

/** The turn without thoughts that other vendors sealed; none if it held nothing else. */
function withoutForeignThoughts(turn: Turn, at: Pointer, report: Report): readonly Turn[] {
  const isForeign = ({ seal }: Part): boolean => seal !== undefined && !isOwnSeal(seal)
  if (!turn.parts.some(isForeign)) return [turn]
  const parts = turn.parts.filter((part, index) => {
    if (isForeign(part)) report('foreign-reasoning', part.at ?? pointer(at, 'content', index))
    return !isForeign(part)
  })
  return parts.length === 0 ? [] : [{ ...turn, parts }]
}

/** Texts with the citations that the model may repeat, and results whose structure is an object alone. */
function lowerTexts(turns: readonly Turn[], context: Context, report: Report): readonly Turn[] {
  const lower = (part: Part, author: Turn['author'], at: Pointer, index: number): Part => {
    if (part.type === 'text') return part.citations === undefined ? part : citedText(part, author, placeIn(part, at, index), context)
    if (part.type !== 'tool-result') return part
    const { structured } = part
    const place = placeIn(part, at, index)
    const parts = mapParts(part.parts, (each, n) => lower(each, 'user', place, n))
    if (structured === undefined) return parts === part.parts ? part : { ...part, parts }
    if (isPlainObject(structured) && parts.length === 0) return part
    report('result-structured', place)
    const { structured: _, ...rest } = part
    const beside = parts.filter((each) => each.type !== 'text' || each.text !== '')
    return { ...rest, parts: [{ type: 'text', text: JSON.stringify(structured), at: place }, ...beside] }
  }
  return turns.map((turn, index) => {
    if (!turn.parts.some(isRich)) return turn
    const at = turn.at ?? pointer('/turns', index)
    const parts = mapParts(turn.parts, (part, n) => lower(part, turn.author, at, n))
    return parts === turn.parts ? turn : { ...turn, parts }
  })
}

/** True for a text with citations, or a result with a structure or such a text: most parts are neither. */
function isRich(part: Part): boolean {
  if (part.type === 'text') return part.citations !== undefined
  return part.type === 'tool-result' && (part.structured !== undefined || part.parts.some(isRich))
}

function placeIn(part: Part, at: Pointer, index: number): Pointer {
  return part.at ?? pointer(at, 'parts', index)
}

/** Returns `parts` itself where nothing changes. */
function mapParts(parts: readonly Part[], change: (part: Part, index: number) => Part): readonly Part[] {
  let changed: Part[] | undefined
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as Part // the index is in range
    const made = change(part, index)
    if (made !== part) (changed ??= parts.slice())[index] = made
  }
  return changed ?? parts
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Asks for JSON in words where the model has no format for it. */
function sayFormat(request: GenerateRequest, family: Family | undefined, report: Report): GenerateRequest {
  const wanted = request.output?.format
  if (wanted === undefined || wanted.type === 'text') return request
  const at = placeOfField(request, 'output.format', '')
  if (wanted.type === 'json') {
    report('format-json-asked', at)
    return { ...request, turns: askForJsonAlone(request.turns, (place) => report('format-json-said', place)) }
  }
  if (takesFormats(family, request.model)) return request
  report('format-json-asked', at)
  return { ...request, turns: askForJson(request.turns, wanted.schema, () => undefined) }
}

/** Lowerings by what differs between models. */
const lowerings = new Map<string, GenerateAdapter['lowerRequest']>()
const word: CallIdPattern = { characters: 'word', min: 1, max: 64 }
const nine: CallIdPattern = { characters: 'alphanumeric', min: 9, max: 9 }

function loweringFor(
  family: Family | undefined,
  pattern: CallIdPattern | undefined,
  wanted: OutputFormat | undefined,
  model: string,
): GenerateAdapter['lowerRequest'] {
  const callIds = pattern ?? (family === 'mistral' ? nine : word)
  const formats = wanted?.type !== 'json-schema' || takesFormats(family, model)
  const key = `${family ?? ''} ${callIds.characters} ${callIds.min} ${callIds.max} ${formats}`
  let lowering = lowerings.get(key)
  if (lowering === undefined) lowerings.set(key, (lowering = createLowering(family, callIds, formats)))
  return lowering
}

function createLowering(family: Family | undefined, callIds: CallIdPattern, formats: boolean): GenerateAdapter['lowerRequest'] {
  return createBasicLowering({
    format,
    notice,
    walker,
    toolNames: { illegal: /[^A-Za-z0-9_-]/g, limit: 64 },
    callIds,
    ...(callIds === word && { takesCallId: (id: string) => /^[\w.:-]{1,64}$/.test(id) }),
    maxTemperature: 1,
    argumentsOf,
    isWhole,
    part: (part, author, at, context) => lowerPart(part, author, at, family, context),
    function: (tool, at, { model }, context) =>
      fitFunction(tool, at, family, model, (code, place) => context.onNotice(notice(code, place))),
    tool: (tool, at, context) => lowerBuiltin(tool, at, family, context),
    outputFormat: (wanted, request, context) => (formats ? lowerFormat(wanted, request, context) : undefined),
  })
}

function lowerFormat(wanted: OutputFormat, request: GenerateRequest, context: Context): OutputFormat | undefined {
  if (wanted.type !== 'json-schema') return undefined
  const { strict, schema, ...named } = wanted
  const at = placeOfField(request, 'output.format.schema', '')
  if (strict === false && (request.fields === undefined || request.fields['output.format.strict'] !== undefined))
    context.onNotice(notice('format-strict-always', placeOfField(request, 'output.format.strict', '')))
  const lowered = lowerSchema(schema, 'anthropic-strict', at)
  for (const path of new Set(lowered.weakened.map((each) => each.path))) context.onNotice(notice('format-schema-weakened', path))
  return { ...named, schema: lowered.schema }
}

function withoutParallel(request: GenerateRequest): GenerateRequest {
  const { parallel: _, ...choice } = request.toolChoice ?? { mode: 'auto' }
  return { ...request, toolChoice: choice }
}

function withParallel({ tools, toolChoice }: GenerateRequest, parallel: boolean): { readonly toolChoice?: ToolChoice } {
  if (tools === undefined || tools.length === 0) return {}
  return { toolChoice: { mode: 'auto', ...toolChoice, parallel } }
}

/** Turns that end as the model takes them: none in a thought, and the last one in words that it goes on from. */
function arrange(request: GenerateRequest, context: Context, report: Report): GenerateRequest {
  const kept = request.turns.some(endsInThought) ? request.turns.flatMap((turn) => withoutLastThoughts(turn, report)) : request.turns
  const joined =
    kept.length === request.turns.length
      ? kept
      : joinTurns(kept, { joins: ({ author }) => author === 'user', onJoin: (first) => report('turns-merged', first.at ?? '') })
  const turns = lowerPrefill(joined, {
    accepts: context.model?.prefill !== false,
    policy: context.policy.prefill,
    trimEnd: true,
    pauses: (end) => end?.type !== 'text',
    keepsFirst: true,
    report: (code, at) => report(code === 'prefill-space' ? 'trailing-space' : code, at),
  })
  return { ...request, turns }
}

function endsInThought({ author, parts }: Turn): boolean {
  return author === 'assistant' && parts[parts.length - 1]?.type === 'reasoning'
}

function withoutLastThoughts(turn: Turn, report: Report): readonly Turn[] {
  if (!endsInThought(turn)) return [turn]
  const end = turn.parts.findLastIndex(({ type }) => type !== 'reasoning') + 1
  for (const part of turn.parts.slice(end)) report('trailing-thought', part.at ?? turn.at ?? '')
  return end === 0 ? [] : [{ ...turn, parts: turn.parts.slice(0, end) }]
}

/** Thinking, sampling, and where the family has its own settings. */
function lowerSettings(
  asked: GenerateRequest,
  request: GenerateRequest,
  family: Family | undefined,
  context: Context,
  report: Report,
): GenerateRequest {
  const reasoning = lowerReasoning(asked, request, family, context)
  const places: Places = family === undefined ? {} : placesOfFamilies[family]
  const thinks = reasoning?.mode === 'on' || reasoning?.mode === 'adaptive'
  const sampling = lowerSampling(request, family, places.topK !== undefined, thinks, context, report)
  const { reasoning: _, sampling: __, extensions: ___, ...rest } = request
  const used = usedPlaces({ ...rest, ...(reasoning && { reasoning }), ...(sampling && { sampling }) }, places)
  const stops = family === 'claude' && rest.output?.stop !== undefined
  const paths = stops ? [rest.stream === true ? '/delta/stop_sequence' : '/stop_sequence'] : undefined
  const { [format]: own, ...others } = request.extensions ?? {}
  const { places: _was, choice: _choice, ...hint } = hintOf(request)
  const hints = { ...hint, ...(hasKeys(used) && { places: used }), ...(paths && { paths }) }
  const extension = { ...(own?.rest && { rest: own.rest }), ...(hasKeys(hints) && { hint: hints }) }
  const extensions = { ...others, ...(hasKeys(extension) && { [format]: extension }) }
  return {
    ...rest,
    ...(reasoning && { reasoning }),
    ...(sampling && { sampling }),
    ...(hasKeys(extensions) && { extensions }),
  }
}

function usedPlaces({ sampling, reasoning, toolChoice }: GenerateRequest, places: Places): Places {
  const { topK, thinking, effort, parallel } = places
  return {
    ...(topK !== undefined && sampling?.topK !== undefined && { topK }),
    ...(thinking !== undefined && reasoning?.mode !== undefined && { thinking }),
    ...(effort !== undefined &&
      (reasoning?.effort !== undefined || (effort === 'reasoningConfig' && reasoning?.mode !== undefined)) && { effort }),
    ...(parallel !== undefined && toolChoice?.parallel !== undefined && { parallel }),
  }
}
