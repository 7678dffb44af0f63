import { isJsonObject, pointer } from '@interlingua/core'
import type { Item, Json, JsonObject, Part, Pointer, ReasoningPart, ToolCallPart, Turn } from '@interlingua/core'
import { hasKeys, objectArguments, parseExactJson, unreadKeys, type ParsedInput } from '@interlingua/core/adapter'
import { decodeContent, decodeResult, encodeContent, encodeResult } from './contents.ts'
import { decodeHosted, encodeHosted } from './hosted.ts'
import { bypassWord, decodeSeal, encodeSeal, sealThought } from './seals.ts'
import { format, hintOf, keep, nothing, restore, withHint } from './wire.ts'

const thoughtKeys: ReadonlySet<string> = new Set(['type'])
const callKeys: ReadonlySet<string> = new Set(['type', 'id', 'name', 'arguments'])
const sealedCallKeys: ReadonlySet<string> = new Set([...callKeys, 'signature'])
const outputKeys: ReadonlySet<string> = new Set(['type', 'content'])
const callFields = { callId: '/id', seal: '/signature' } as const

/** Parts of one step of the model, and the item that joins them where the step has keys of its own. */
export interface StepParts {
  readonly parts: readonly Part[]
  readonly item?: Item
}

/** A step of the model. `model`: the one that answered; absent in a request. `inputs` gets those of calls, for the encoder of another format. */
export function decodeStep(wire: JsonObject, at: Pointer, model: string | undefined, inputs?: ParsedInput[]): StepParts {
  const { type, content, id } = wire
  if (type === 'model_output' && Array.isArray(content) && content.length > 0) return decodeOutput(wire, content.filter(isJsonObject), at)
  if (type === 'thought') return { parts: [decodeThought(wire, at, model)] }
  if (type === 'function_call' && typeof id === 'string' && typeof wire['name'] === 'string' && isJsonObject(wire['arguments'] ?? {}))
    return { parts: [decodeCall(wire, at, model, inputs)] }
  const hosted = decodeHosted(wire, at, model)
  return { parts: [hosted ?? { type: 'opaque', format, wire, at }] }
}

function decodeOutput(wire: JsonObject, content: readonly JsonObject[], at: Pointer): StepParts {
  const parts = content.map((entry, index): Part => {
    const part = decodeContent(entry, `${at}/content/${index}`)
    const joined = index > 0 && part.type === 'text' && content[index - 1]?.['type'] === 'text'
    return joined ? { ...part, extensions: withHint(part, { joined }) } : part
  })
  const own = unreadKeys(wire, outputKeys)
  if (own === undefined) return { parts }
  const item = keep<Item>({ id: at, at }, own, nothing)
  return { parts: parts.map((part) => ({ ...part, itemId: at })), item }
}

/** Texts of a thought stand for one summary; a picture among them keeps the summary as it is. */
export function decodeThought(wire: JsonObject, at: Pointer, model: string | undefined): ReasoningPart {
  const { signature, summary, ...others } = wire
  const list = Array.isArray(summary) ? summary.filter(isJsonObject) : []
  const plain = list.every(({ type, text, ...more }) => type === 'text' && typeof text === 'string' && !hasKeys(more))
  const segments = plain ? list.map(({ text }) => ({ type: 'summary', text: String(text) }) as const) : []
  const seal = typeof signature === 'string' ? decodeSeal(signature, model) : undefined
  const own = {
    ...others,
    ...(seal === undefined && signature !== undefined && { signature }),
    ...(summary !== undefined && (!plain || list.length === 0) && { summary }),
  }
  const thought = sealThought({ type: 'reasoning', segments, at, fields: thoughtFields }, seal)
  return keep(thought, own, thoughtKeys, segments.length > 1 ? { summary: 'list' } : {})
}

const thoughtFields = { seal: '/signature', segments: '/summary' } as const

function encodeThought(part: ReasoningPart): JsonObject {
  const texts = part.segments.map(({ text }) => text).filter((text) => text !== '')
  const said = hintOf(part).summary === 'list' ? part.segments.map(({ text }) => text) : texts.length > 0 ? [texts.join('\n\n')] : []
  const signature = encodeSeal(part)
  const wire = {
    type: 'thought',
    ...(signature !== undefined && { signature }),
    ...(said.length > 0 && { summary: said.map((text) => ({ type: 'text', text })) }),
  }
  return restore<JsonObject>(wire, part)
}

function decodeCall(wire: JsonObject, at: Pointer, model: string | undefined, inputs?: ParsedInput[]): ToolCallPart {
  const { signature, arguments: given } = wire
  const seal = typeof signature === 'string' ? decodeSeal(signature, model) : undefined
  const part: { -readonly [K in keyof ToolCallPart]: ToolCallPart[K] } = {
    type: 'tool-call',
    kind: 'function',
    callId: String(wire['id']),
    name: String(wire['name']),
    arguments: given === undefined ? '' : JSON.stringify(given),
    at,
    fields: callFields,
  }
  if (seal) part.seal = seal
  if (isJsonObject(given)) inputs?.push({ text: part.arguments, value: given })
  return keep(part, wire, seal === undefined ? callKeys : sealedCallKeys)
}

/** The step of a call; before it, a thought that asks the server not to look for a signature where there is none. */
function encodeCall(part: ToolCallPart, inputOf?: InputReader): readonly JsonObject[] {
  const { callId: id, name } = part
  const signature = part.seal?.format === format ? part.seal.data : undefined
  const wire: Record<string, Json> = { type: 'function_call', id, name, arguments: inputOf?.(part.arguments) ?? inputOfCall(part) }
  if (signature !== undefined) wire['signature'] = signature
  const call = restore<JsonObject>(wire, part)
  return hintOf(part).bypass === true ? [bypass, call] : [call]
}

function inputOfCall(part: ToolCallPart): Json {
  const { text, value } = objectArguments(part, () => undefined)
  return value ?? parseExactJson(text) ?? {}
}

const bypass: JsonObject = { type: 'thought', signature: bypassWord }

/** The arguments of a call as JSON of an object. */
export function argumentsOf(part: ToolCallPart): string {
  return objectArguments(part, () => undefined).text
}

/** Steps of the model as parts, in their order. */
export function decodeSteps(
  steps: readonly JsonObject[],
  at: Pointer,
  first: number,
  model: string | undefined,
  inputs?: ParsedInput[],
): { readonly parts: readonly Part[]; readonly items: readonly Item[] } {
  const parts: Part[] = []
  const items: Item[] = []
  let bypassed: JsonObject | undefined
  let spoken = false
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as JsonObject // the index is in range
    const place: Pointer = `${at}/${first + index}`
    if (isBypass(step) && steps[index + 1]?.['type'] === 'function_call') {
      bypassed = step
      continue
    }
    const made = decodeStep(step, place, model, inputs)
    const speaks = step['type'] === 'model_output'
    const [head] = made.parts
    const begins = parts.length
    for (const part of made.parts) parts.push(part)
    if (head && speaks && spoken && made.item === undefined) parts[begins] = { ...head, extensions: withHint(head, { apart: true }) }
    else if (head && bypassed) parts[begins] = { ...head, extensions: withHint(head, { bypass: true }) }
    if (made.item) items.push(made.item)
    bypassed = undefined
    spoken = speaks
  }
  return { parts, items }
}

function isBypass(step: JsonObject): boolean {
  return step['type'] === 'thought' && step['signature'] === bypassWord && Object.keys(step).length === 2
}

/** True: the part stands among the contents of a step. */
export function isContent(part: Part): boolean {
  const { type } = part
  return (
    type === 'text' || type === 'refusal' || type === 'media' || type === 'document' || (type === 'opaque' && hintOf(part).content === true)
  )
}

/** True: the part goes on in the step of the one before it. Two texts do only where they came so, since readers of a stream join them. */
export function joinsStep(part: Part, last: Part | undefined): boolean {
  const { apart, joined } = hintOf(part)
  if (last === undefined || !isContent(part) || apart === true || part.itemId !== last.itemId) return false
  return joined === true || !isText(part) || !isText(last)
}

function isText({ type }: Part): boolean {
  return type === 'text' || type === 'refusal'
}

/** Steps of a turn of the model, or of its answer. */
export function encodeSteps(parts: readonly Part[], items: readonly Item[] = [], inputOf?: InputReader): readonly JsonObject[] {
  const steps: JsonObject[] = []
  let open: JsonObject[] | undefined
  let last: Part | undefined
  for (const part of parts) {
    const content = isContent(part) ? encodeContent(part) : undefined
    if (content !== undefined) {
      if (open === undefined || !joinsStep(part, last)) {
        open = []
        const item = part.itemId === undefined ? undefined : items.find(({ id }) => id === part.itemId)
        const step = { type: 'model_output', content: open }
        steps.push(item ? restore<JsonObject>(step, item) : step)
      }
      open.push(content)
      last = part
      continue
    }
    open = undefined
    last = undefined
    for (const step of encodeOther(part, inputOf)) steps.push(step)
  }
  return steps
}

/** Returns the object of a call's arguments that was parsed before. */
export type InputReader = (text: string) => JsonObject | undefined

/** Steps of a part that is no content; none for one that this format cannot say. */
export function encodeOther(part: Part, inputOf?: InputReader): readonly JsonObject[] {
  switch (part.type) {
    case 'reasoning':
      return [encodeThought(part)]
    case 'tool-call':
      return encodeCall(part, inputOf)
    case 'hosted-call':
    case 'hosted-result': {
      const step = encodeHosted(part)
      return step ? [step] : []
    }
    case 'opaque':
      return part.format === format ? [part.wire] : []
    default:
      return []
  }
}

/** Input of a request as turns: consecutive steps of one side are one turn, but what the user says is a turn for itself. */
export function decodeTurns(steps: readonly JsonObject[], at: Pointer, inputs?: ParsedInput[]): readonly Turn[] {
  const turns: Turn[] = []
  for (let start = 0; start < steps.length;) {
    const side = sideOf(steps[start])
    let end = start + 1
    while (side !== 'input' && end < steps.length && sideOf(steps[end]) === side) end++
    turns.push(decodeRun(steps.slice(start, end), side, at, start, inputs))
    start = end
  }
  return turns
}

function sideOf(step: JsonObject | undefined): 'input' | 'results' | 'model' {
  const type = step?.['type']
  if (type === 'function_result') return 'results'
  return type === 'user_input' ? 'input' : 'model'
}

function decodeRun(
  steps: readonly JsonObject[],
  side: 'input' | 'results' | 'model',
  at: Pointer,
  first: number,
  inputs: ParsedInput[] | undefined,
): Turn {
  const place: Pointer = `${at}/${first}`
  if (side === 'results')
    return { author: 'user', at: place, parts: steps.map((step, index) => decodeResult(step, `${at}/${first + index}`, false)) }
  if (side === 'input') {
    const [step = {}] = steps
    const { content } = step
    const list = Array.isArray(content) ? content.filter(isJsonObject) : []
    const parts = list.map((entry, index) => decodeContent(entry, pointer(place, 'content', index)))
    return keep<Turn>({ author: 'user', at: place, parts }, step, list.length === 0 ? emptyInputKeys : inputKeys)
  }
  const { parts, items } = decodeSteps(steps, at, first, undefined, inputs)
  return { author: 'assistant', at: place, parts, ...(items.length > 0 && { items }) }
}

const emptyInputKeys: ReadonlySet<string> = new Set(['type'])
const inputKeys: ReadonlySet<string> = new Set(['type', 'content'])

export function encodeTurn(turn: Turn, inputOf?: InputReader): readonly JsonObject[] {
  const { author, parts } = turn
  if (author === 'assistant') return encodeSteps(parts, turn.items, inputOf)
  const steps: JsonObject[] = []
  let open: JsonObject[] | undefined
  const say = (content: JsonObject | undefined): void => {
    if (content === undefined) return
    if (open === undefined) steps.push(restore<JsonObject>({ type: 'user_input', content: (open = []) }, turn))
    open.push(content)
  }
  for (const part of parts) {
    if (part.type === 'tool-result' && hintOf(part).block !== true) {
      open = undefined
      steps.push(encodeResult(part))
    } else say(encodeContent(part))
  }
  return parts.length === 0 ? [restore<JsonObject>({ type: 'user_input' }, turn)] : steps
}
