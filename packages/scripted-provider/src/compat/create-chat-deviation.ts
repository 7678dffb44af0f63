import { isJsonObject } from '@interlingua/core'
import type { Frame, Json, JsonObject, Machine } from '@interlingua/core'
import type { ChatDialect } from './chat-dialects.ts'
import { deviateMessage } from './deviate-message.ts'

/**
 * Chat frames as the vendor sends them, to frames as a compatible server with these deviations does.
 * Holds calls back where they come whole, and the last chunk where usage rides on it.
 */
export function createChatDeviation(flags: ReadonlySet<ChatDialect>, usage: JsonObject): Machine<Frame<unknown>, Frame<unknown>> {
  const whole = flags.has('whole-calls') || flags.has('object-arguments')
  const heads = new Map<string, JsonObject>()
  let held: Held[] = []
  const release = (out: Frame<unknown>[]): void => {
    for (const { chunk, call } of held) out.push(event(withDelta(chunk, deviateMessage({ tool_calls: [call] }, flags))))
    held = []
  }
  const push = (frame: Frame<unknown>): readonly Frame<unknown>[] => {
    if (frame.type === 'done') return flags.has('no-done') ? [] : [frame]
    if (frame.type !== 'event' || !isJsonObject(frame.wire)) return [frame]
    const out: Frame<unknown>[] = []
    let chunk: JsonObject = frame.wire
    const choices = chunk['choices']
    if (Array.isArray(choices) && choices.length === 0 && isJsonObject(chunk['usage'])) {
      return flags.has('usage-last') || flags.has('no-usage') ? [] : [frame]
    }
    const choice = Array.isArray(choices) ? (choices[0] as Json | undefined) : undefined // Array.isArray widens to any[]
    if (!isJsonObject(choice)) return [frame]
    const delta = isJsonObject(choice['delta']) ? choice['delta'] : {}
    const calls = Array.isArray(delta['tool_calls']) ? (delta['tool_calls'] as readonly Json[]).filter(isJsonObject) : [] // Array.isArray widens to any[]
    if (whole && calls.length > 0) {
      for (const call of calls) held = collect(held, chunk, call)
      return []
    }
    const finished = choice['finish_reason'] !== null && choice['finish_reason'] !== undefined
    if (finished) release(out)
    if (flags.has('repeat-id') && calls.length > 0)
      chunk = withDelta(chunk, { ...delta, tool_calls: calls.map((call) => repeated(call, heads)) })
    chunk = withDelta(chunk, deviateMessage(deltaOf(chunk), flags))
    if (finished && flags.has('stop-with-calls')) chunk = withChoice(chunk, { finish_reason: 'stop' })
    if ((finished && flags.has('usage-last')) || flags.has('usage-always')) chunk = { ...chunk, usage }
    else if (flags.has('usage-last') || flags.has('no-usage')) chunk = withoutUsage(chunk)
    out.push(event(chunk))
    return out
  }
  return { push, end: () => [] }
}

interface Held {
  readonly chunk: JsonObject
  readonly call: JsonObject
}

/** A first fragment of a call is held; a later one, of the same index, is added to it. */
function collect(held: readonly Held[], chunk: JsonObject, call: JsonObject): Held[] {
  const known = held.find((entry) => entry.call['index'] === call['index'])
  if (!known) return [...held, { chunk, call }]
  return held.map((entry) => (entry === known ? { chunk: entry.chunk, call: added(entry.call, call) } : entry))
}

function added(call: JsonObject, fragment: JsonObject): JsonObject {
  const [old, more] = [call['function'], fragment['function']]
  if (!isJsonObject(old) || !isJsonObject(more)) return call
  return { ...call, function: { ...old, arguments: String(old['arguments'] ?? '') + String(more['arguments'] ?? '') } }
}

function repeated(call: JsonObject, heads: Map<string, JsonObject>): JsonObject {
  const key = String(call['index'])
  const head = heads.get(key)
  if (head === undefined) {
    heads.set(key, call)
    return call
  }
  const [old, own] = [head['function'], call['function']]
  return { ...head, ...call, ...(isJsonObject(old) && isJsonObject(own) && { function: { ...old, ...own } }) }
}

function event(wire: JsonObject): Frame<unknown> {
  return { type: 'event', wire }
}

function deltaOf(chunk: JsonObject): JsonObject {
  const choice = Array.isArray(chunk['choices']) ? (chunk['choices'][0] as Json | undefined) : undefined // Array.isArray widens to any[]
  return isJsonObject(choice) && isJsonObject(choice['delta']) ? choice['delta'] : {}
}

function withDelta(chunk: JsonObject, delta: JsonObject): JsonObject {
  return withChoice(chunk, { delta })
}

function withChoice(chunk: JsonObject, changes: JsonObject): JsonObject {
  const choices = Array.isArray(chunk['choices']) ? (chunk['choices'] as readonly Json[]) : [] // Array.isArray widens to any[]
  return { ...chunk, choices: choices.map((choice, i) => (i === 0 && isJsonObject(choice) ? { ...choice, ...changes } : choice)) }
}

function withoutUsage(chunk: JsonObject): JsonObject {
  const { usage: _usage, ...rest } = chunk
  return rest
}
