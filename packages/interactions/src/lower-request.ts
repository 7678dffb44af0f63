import { createBasicLowering, noteCallers, placeOfField } from '@interlingua/adapter-kit'
import { pointer } from '@interlingua/core'
import type { Context, GenerateRequest, Lowered, OutputFormat, Part, Pointer, ServerState, Turn } from '@interlingua/core'
import { attachSeals, createOnce, createReversals, hasKeys, passInputs } from '@interlingua/core/adapter'
import { lowerPrefill, restoreSeals } from '@interlingua/core/lower'
import { lowerPart, lowerResultOf } from './lower/lower-part.ts'
import { lowerOptions } from './lower/lower-options.ts'
import { lowerBuiltin, separateTools, sayTools } from './lower/lower-tools.ts'
import { notice, walker, type Code } from './notices.ts'
import { format, hintOf, restOf, withHint } from './wire.ts'

const lowerBasics = createBasicLowering({
  format,
  notice,
  walker,
  toolNames: { illegal: /[^A-Za-z0-9_.:-]/g, limit: 64 },
  callIds: { characters: 'word', min: 1, max: 128 },
  takesCallId: (id) => id !== '' && id.length <= 256,
  maxTemperature: 2,
  part: lowerPart,
  tool: lowerBuiltin,
  outputFormat: lowerFormat,
  choosesTools: true,
  repeatsAuthors: true,
})

/**
 * Makes a conversation legal for this format, with a notice for each change. A request of this format is its server's to judge: only seals of
 * others are taken out. Throws `UnsupportedError` where nothing would be left.
 */
export function lowerRequest(asked: GenerateRequest, side: Context): Lowered {
  const context = createOnce(side)
  const report = (code: Code, at: Pointer): void => context.onNotice(notice(code, at))
  const spoken = hintOf(asked).input !== undefined
  if (spoken && context.modelChosen !== true) {
    const request = { ...asked, turns: asked.turns.map((turn) => withoutForeignSeals(turn, report)) }
    walker.request(request, context)
    return { request, reversals: createReversals() }
  }
  if (restOf(asked)['agent'] !== undefined) report('agent', '/agent')
  const given = restoreSeals(asked)
  const whole = { ...given, turns: given.turns.map((turn) => (turn.parts.some(isSpecial) ? lowerSeals(turn, report) : turn)) }
  const said = sayTools(lowerOptions(whole, spoken, context), report)
  passInputs(asked.turns, said.turns)
  const { request, reversals } = lowerBasics(said, context)
  const turns = lowerPrefill(request.turns, {
    accepts: false,
    policy: context.policy.prefill,
    trimEnd: false,
    keepsFirst: true,
    report,
  })
  noteCallers(said.tools ?? [], asked.tools ?? [], request, reversals)
  const named = bypassSeals({ ...request, turns: nameResults(turns) }, context, report)
  passInputs(request.turns, named.turns)
  return { request: withState(separateTools(named, context, report), asked, spoken), reversals }
}

/** True for a part with a seal, or a result with a structure: most turns have neither. */
function isSpecial(part: Part): boolean {
  return part.seal !== undefined || (part.type === 'tool-result' && part.structured !== undefined)
}

function lowerSeals(turn: Turn, report: (code: Code, at: Pointer) => void): Turn {
  return lowerResultOf(withoutForeignSeals(withSeals(turn), report), report)
}

/** Seals that were carried in thoughts are back at their parts. */
function withSeals(turn: Turn): Turn {
  const parts = attachSeals(turn.parts, format)
  return parts === turn.parts ? turn : { ...turn, parts }
}

/** Seals of other formats mean nothing here; one of a thought is lowered with the thought. */
function withoutForeignSeals(turn: Turn, report: (code: Code, at: Pointer) => void): Turn {
  if (!turn.parts.some(isForeign)) return turn
  return {
    ...turn,
    parts: turn.parts.map((part, index) => {
      if (!isForeign(part)) return part
      report('foreign-seal', placeOfField(part, 'seal', part.at ?? pointer(turn.at ?? '', 'parts', index)))
      const { seal: _, ...bare } = part
      return bare as Part // the same part without an optional field
    }),
  }
}

function isForeign({ type, seal }: Part): boolean {
  if (seal === undefined || type === 'reasoning') return false
  return seal.format !== format || (type !== 'tool-call' && type !== 'hosted-call' && type !== 'hosted-result')
}

function lowerFormat(wanted: OutputFormat, request: GenerateRequest, context: Context): OutputFormat | undefined {
  if (wanted.type !== 'json-schema') return wanted.type === 'text' ? undefined : wanted
  const report = (code: Code, field: string): void => context.onNotice(notice(code, placeOfField(request, `output.format.${field}`, '')))
  const { name, description, strict, schema } = wanted
  if (name !== undefined && name !== 'response') report('format-name-dropped', 'name')
  if (description !== undefined) report('format-name-dropped', 'description')
  if (strict === false && (request.fields === undefined || request.fields['output.format.strict'] !== undefined))
    report('format-strict-always', 'strict')
  return { type: 'json-schema', schema }
}

/** Results repeat the names of their calls, which the service's own clients send. */
function nameResults(turns: readonly Turn[]): readonly Turn[] {
  const names = new Map<string, string>()
  let changed: Turn[] | undefined
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index] as Turn // the index is in range
    const parts = nameIn(turn.parts, names)
    if (parts !== turn.parts) (changed ??= turns.slice())[index] = { ...turn, parts }
  }
  return changed ?? turns
}

/** Returns `parts` itself where each result has the name of its call. */
function nameIn(parts: readonly Part[], names: Map<string, string>): readonly Part[] {
  let changed: Part[] | undefined
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as Part // the index is in range
    if (part.type === 'tool-call') names.set(part.callId, part.name)
    if (part.type !== 'tool-result') continue
    const name = names.get(part.callId)
    if (name !== undefined && name !== part.name) (changed ??= parts.slice())[index] = { ...part, name }
  }
  return changed ?? parts
}

/** Models since the third generation demand a signature on the first call of a step; a sentinel in front asks for no look. */
function bypassSeals(request: GenerateRequest, { model }: Context, report: (code: Code, at: Pointer) => void): GenerateRequest {
  if (model?.needsSeal !== true) return request
  return {
    ...request,
    turns: request.turns.map((turn) => {
      const first = turn.author === 'assistant' ? turn.parts.findIndex(({ type }) => type === 'tool-call') : -1
      const call = turn.parts[first]
      if (call === undefined || call.seal !== undefined || hintOf(call).bypass === true) return turn
      if (turn.parts.slice(0, first).some((part) => part.seal?.format === format)) return turn
      report('seal-bypass', call.at ?? turn.at ?? '')
      return { ...turn, parts: turn.parts.with(first, { ...call, extensions: withHint(call, { bypass: true }) }) }
    }),
  }
}

/** Answers to requests of other formats are kept by the service only if it was said; here the default is to keep them. */
function withState(request: GenerateRequest, asked: GenerateRequest, spoken: boolean): GenerateRequest {
  const { store, ...others }: ServerState = request.state ?? {}
  const kept = store ?? (spoken ? asked.state?.store : false)
  const state: ServerState = kept === undefined ? others : { ...others, store: kept }
  const { state: _, ...rest } = request
  return hasKeys(state) ? { ...rest, state } : rest
}
