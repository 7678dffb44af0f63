import type { Failure, Json, JsonObject, Pointer, Seal, StreamEvent, ToolCallPart } from '@interlingua/core'
import type { KeyRenamer } from '@interlingua/core/adapter'
import { isJsonObject } from '@interlingua/core'
import { createKeyRenamer, deriveId, mergeRest, parseJsonObject, putOwn } from '@interlingua/core/adapter'
import type { ChoiceSetting, PartEmitter } from './stream-types.ts'
import { format, isBlank, isEmpty } from './extension.ts'
import type { Draft, WireDraft } from './extension.ts'
import { createObjectEnd } from './object-end.ts'
import type { ObjectEnd } from './object-end.ts'
import { readCallSeal } from './parts/call-seal.ts'
import { restoreCall, unwrapInput } from './restore-call.ts'

export interface CallReader {
  read(fragment: JsonObject, events: StreamEvent[]): void
  readLegacy(fragment: JsonObject, events: StreamEvent[]): void
  /** Emits everything that had to wait: calls whose name never came, and inputs that can be unwrapped only once complete. */
  finish(events: StreamEvent[]): void
  count(): number
  failure(): Failure | undefined
}

interface OpenCall {
  readonly position: number
  readonly index: number | undefined
  id: string | undefined
  name: string | undefined
  custom: boolean
  legacy: boolean
  part: number | undefined
  wrapped: boolean
  /** Renames arguments back, if they have other names on the wire. */
  keys: KeyRenamer | undefined
  /** Arguments that could not be emitted yet. */
  held: string
  /** All arguments so far: once they are complete, the call may end, and a fragment without a call's id belongs to another call. */
  text: string
  ended: boolean
  /** End of `text` in which the end of the object was not searched yet. */
  unseen: string
  /** Watches for the end of the object; made once another call begins. */
  watch: ObjectEnd | undefined
  /** True once the object is complete, false once it can never be one. */
  whole: boolean | undefined
  /** True if the call is in the list of those that grew. */
  grown: boolean
  /** Signature that came before the part began. */
  seal: Seal | undefined
  /** Unknown keys that came before the part began, and are emitted with its start. */
  rest: WireDraft | undefined
}

/**
 * Reads the tool calls of one choice from servers that leave out, restart, reuse and skip indexes, and repeat id and name. A fragment
 * belongs to the call of its id, unless a name comes with a new index; a new id is a new call; else the index decides, else the last call
 * continues.
 */
export function createCallReader(
  setting: ChoiceSetting,
  at: Pointer,
  emitter: PartEmitter,
  begin: (events: StreamEvent[]) => void,
): CallReader {
  const calls: OpenCall[] = []
  const byId = new Map<string, OpenCall>()
  /** Calls that grew since another one began. */
  let grown: OpenCall[] = []
  const byIndex = new Map<number, OpenCall>()
  let legacy: OpenCall | undefined
  let last: OpenCall | undefined
  let held = 0
  let broken: Failure | undefined

  const add = (index: number | undefined, id: string | undefined): OpenCall => {
    const call: OpenCall = {
      position: calls.length,
      index,
      id,
      name: undefined,
      custom: false,
      legacy: false,
      part: undefined,
      wrapped: false,
      keys: undefined,
      held: '',
      text: '',
      ended: false,
      unseen: '',
      watch: undefined,
      whole: undefined,
      grown: false,
      seal: undefined,
      rest: undefined,
    }
    calls.push(call)
    if (id !== undefined) byId.set(id, call)
    if (index !== undefined) byIndex.set(index, call)
    return call
  }

  const find = (index: number | undefined, id: string | undefined, name: string | undefined, begins: string): OpenCall => {
    if (id !== undefined) {
      const same = index === undefined ? undefined : byIndex.get(index)
      if (same?.id === id) return same
      const known = byId.get(id)
      // True for a new index with a name, from a server that gives two calls the same id.
      const another = name !== undefined && index !== undefined && same === undefined && known?.index !== undefined
      if (known && !another) return known
      if (same && same.id === undefined && name === undefined) {
        byId.set(id, same)
        return same
      }
      return add(index, id)
    }
    const known = index === undefined ? last : byIndex.get(index)
    if (known === undefined) return add(index, undefined)
    if (name === undefined || known.name === undefined) return known
    if (name !== known.name) return add(index, undefined)
    // The same name again without an id is a habit of some servers, or a second call of a server without ids.
    return known.id === undefined && begins.trimStart().startsWith('{') && isComplete(known) ? add(index, undefined) : known
  }

  /** Ends a call with complete arguments once another begins; servers that mix the fragments of two calls begin both without arguments. */
  const endWhole = (call: OpenCall, events: StreamEvent[]): void => {
    call.grown = false
    if (call.part === undefined || call.custom || call.ended || !isComplete(call)) return
    flush(call, events)
    endKeys(call, events)
    call.ended = true
    emitter.end(call.part, events)
  }

  const flush = (call: OpenCall, events: StreamEvent[]): void => {
    if (call.held === '' || call.part === undefined) return
    if (call.wrapped) emitter.delta(call.part, { type: 'arguments', text: unwrapInput(call.held) }, events)
    else give(call, call.part, call.held, events)
    held -= call.held.length
    call.held = ''
  }

  const give = (call: OpenCall, part: number, text: string, events: StreamEvent[]): void => {
    const own = call.keys ? call.keys.push(text) : text
    if (own !== '') emitter.delta(part, { type: 'arguments', text: own }, events)
  }

  /** The arguments ended within a key. */
  const endKeys = (call: OpenCall, events: StreamEvent[]): void => {
    const left = call.keys?.end() ?? ''
    if (left !== '' && call.part !== undefined) emitter.delta(call.part, { type: 'arguments', text: left }, events)
  }

  const grow = (call: OpenCall): void => {
    call.grown = true
    grown.push(call)
  }

  const start = (call: OpenCall, events: StreamEvent[]): void => {
    const id = call.id ?? deriveId('call_', setting.responseId, setting.index, call.position)
    const part: Draft<ToolCallPart> = {
      type: 'tool-call',
      at: call.legacy ? `${at}/function_call` : `${at}/tool_calls/${call.position}`,
      callId: id,
      name: call.name ?? '',
      kind: call.custom ? 'custom' : 'function',
      arguments: '',
    }
    const hint: JsonObject | undefined = call.legacy ? { legacy: true } : call.id === undefined ? { id: 'derived' } : undefined
    if (call.seal) part.seal = call.seal
    if (hint || call.rest) part.extensions = { [format]: { ...(call.rest && { rest: call.rest }), ...(hint && { hint }) } }
    begin(events)
    for (const other of grown) endWhole(other, events)
    grown = []
    call.wrapped = setting.reversals?.wrappedTools.has(part.name) === true
    const names = setting.reversals?.argumentKeys?.get(part.name)
    if (names) call.keys = createKeyRenamer(names)
    call.part = emitter.open(restoreCall(part, setting.reversals), events)
    if (call.text !== '') grow(call)
  }

  const addText = (call: OpenCall, text: string, events: StreamEvent[]): void => {
    if (text === '') return
    if (call.ended) {
      if (text.trim() !== '') broken = { code: 'malformed-upstream', message: 'arguments came for a call that was whole', retryable: false }
      return
    }
    call.text += text
    call.unseen += text
    if (call.part !== undefined && !call.grown) grow(call)
    if (call.part !== undefined && !call.wrapped) {
      give(call, call.part, text, events)
      return
    }
    call.held += text
    held += text.length
    if (held > setting.bufferedBytes) broken = { code: 'limit', message: 'the arguments of a call outgrew the buffer', retryable: false }
  }

  const keepRest = (call: OpenCall, rest: WireDraft): void => {
    if (call.ended) return
    if (call.part !== undefined) emitter.late(call.part, rest)
    else if (call.rest === undefined) call.rest = rest
    else {
      mergeRest(rest, call.rest)
      call.rest = rest
    }
  }

  const open = (call: OpenCall, name: string | undefined, events: StreamEvent[]): void => {
    if (call.name !== undefined || name === undefined) return
    call.name = name
    start(call, events)
    if (call.wrapped || call.held === '' || call.part === undefined) return
    give(call, call.part, call.held, events)
    held -= call.held.length
    call.held = ''
  }

  return {
    read(fragment, events) {
      const custom = isJsonObject(fragment['custom']) && (fragment['type'] === 'custom' || fragment['function'] === undefined)
      const body = custom ? fragment['custom'] : fragment['function']
      const inner: JsonObject = isJsonObject(body) ? body : {}
      const text = argumentText(custom ? inner['input'] : inner['arguments'])
      const index = typeof fragment['index'] === 'number' ? fragment['index'] : undefined
      const name = word(inner['name'])
      const call = find(index, word(fragment['id']), name, text)
      last = call
      if (custom) call.custom = true
      const sealed = readCallSeal(fragment, setting.vendor)
      if (sealed && call.part === undefined) call.seal = sealed.seal
      else if (sealed && call.part !== undefined && !call.ended) emitter.delta(call.part, { type: 'seal', seal: sealed.seal }, events)
      const rest = unknownOf(sealed?.rest ?? fragment, custom)
      if (rest) keepRest(call, rest)
      if (call.name === undefined) open(call, name, events)
      addText(call, text, events)
    },
    readLegacy(fragment, events) {
      const name = word(fragment['name'])
      if (legacy === undefined) {
        if (name === undefined && !fragment['arguments']) return
        legacy = add(undefined, undefined)
        legacy.legacy = true
      }
      const rest = unknownOfBody(fragment)
      if (rest) keepRest(legacy, rest)
      open(legacy, name, events)
      addText(legacy, argumentText(fragment['arguments']), events)
    },
    finish(events) {
      for (const call of calls) {
        if (call.part === undefined) start(call, events)
        flush(call, events)
        if (!call.ended) endKeys(call, events)
      }
    },
    count: () => calls.length,
    failure: () => broken,
  }
}

/** Unknown keys of a fragment, nested as on the wire; `undefined` for nearly all fragments. */
function unknownOf(fragment: JsonObject, custom: boolean): WireDraft | undefined {
  const body = custom ? 'custom' : 'function'
  let rest: WireDraft | undefined
  for (const key in fragment) {
    if (key === 'index' || key === 'id' || key === 'type') continue
    const value = fragment[key]
    const left = key !== body ? value : isJsonObject(value) ? unknownOfBody(value) : undefined
    // Some servers print every field of a type, even empty ones.
    if (left === undefined || isBlank(left) || (key === 'custom' && isEmpty(left))) continue
    putOwn((rest ??= {}), key, left)
  }
  return rest
}

function unknownOfBody(body: JsonObject): WireDraft | undefined {
  let rest: WireDraft | undefined
  for (const key in body) {
    const value = body[key]
    if (key === 'name' || key === 'arguments' || key === 'input' || value === undefined || isBlank(value)) continue
    putOwn((rest ??= {}), key, value)
  }
  return rest
}

function word(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function argumentText(value: Json | undefined): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** True if the arguments are a complete object. Looks only at their new part. */
function isComplete(call: OpenCall): boolean {
  if (call.whole !== undefined) return call.whole && call.unseen.trim() === ''
  const ended = (call.watch ??= createObjectEnd()).push(call.unseen)
  call.unseen = ''
  if (ended) call.whole = parseJsonObject(call.text) !== undefined
  return call.whole === true
}
