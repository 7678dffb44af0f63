import { isJsonObject } from '@interlingua/core'
import type { Frame, Json, JsonObject, Machine } from '@interlingua/core'
import { chunkChoice } from './chunk-choice.ts'
import type { ChunkChoice } from './chunk-choice.ts'
import type { ChatDialect } from './chat-dialects.ts'
import { deviateMessage } from './deviate-message.ts'
import { withChoice } from './with-choice.ts'

/**
 * Turns the vendor's chat frames into those of a compatible server with these deviations. Holds back calls that come whole, and the last
 * chunk where it carries the usage.
 */
export function createChatDeviation(flags: ReadonlySet<ChatDialect>, usage: JsonObject): Machine<Frame<unknown>, Frame<unknown>> {
  const whole = flags.has('whole-calls') || flags.has('object-arguments')
  const heads = new Map<string, JsonObject>()
  let held: Held[] = []
  const release = (): Frame<unknown>[] => {
    const out = held.map(({ choice, call }) => withChoice(choice, { delta: deviateMessage({ tool_calls: [call] }, flags) }))
    held = []
    return out
  }
  const push = (frame: Frame<unknown>): readonly Frame<unknown>[] => {
    if (frame.type === 'done') return flags.has('no-done') ? [] : [frame]
    const next = chunkChoice(frame)
    if (!next) return isUsage(frame) && (flags.has('usage-last') || flags.has('no-usage')) ? [] : [frame]
    const { chunk, delta, finished } = next
    const calls = Array.isArray(delta['tool_calls']) ? (delta['tool_calls'] as readonly Json[]).filter(isJsonObject) : [] // Array.isArray widens to any[]
    if (whole && calls.length > 0) {
      for (const call of calls) held = collect(held, next, call)
      return []
    }
    const out: Frame<unknown>[] = finished ? release() : []
    const spoken = flags.has('repeat-id') && calls.length > 0 ? { ...delta, tool_calls: calls.map((call) => repeated(call, heads)) } : delta
    const running = (finished && flags.has('usage-last')) || flags.has('usage-always')
    const kept = running ? { ...chunk, usage } : flags.has('usage-last') || flags.has('no-usage') ? withoutUsage(chunk) : chunk
    const reason: JsonObject = finished && flags.has('stop-with-calls') ? { finish_reason: 'stop' } : {}
    out.push(withChoice({ ...next, chunk: kept }, { delta: deviateMessage(spoken, flags), ...reason }))
    return out
  }
  return { push, end: () => [] }
}

function isUsage(frame: Frame<unknown>): boolean {
  return frame.type === 'event' && isJsonObject(frame.wire) && isJsonObject(frame.wire['usage'])
}

interface Held {
  readonly choice: ChunkChoice
  readonly call: JsonObject
}

/** Collects the fragments of a call: the first one is held, and a later one of the same index is added to it. */
function collect(held: readonly Held[], choice: ChunkChoice, call: JsonObject): Held[] {
  const known = held.find((entry) => entry.call['index'] === call['index'])
  if (!known) return [...held, { choice, call }]
  return held.map((entry) => (entry === known ? { choice: entry.choice, call: added(entry.call, call) } : entry))
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

function withoutUsage(chunk: JsonObject): JsonObject {
  const { usage: _usage, ...rest } = chunk
  return rest
}
