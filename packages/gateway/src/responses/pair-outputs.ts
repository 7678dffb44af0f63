import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { stateFailures } from './failures.ts'

/**
 * Gives each output that names its tool in place of a call the id of the only open call of that tool, which may be in an earlier answer. Several such
 * calls are refused, since a guess could swap two outputs. The same list where nothing is to be done.
 */
export function pairOutputs(input: readonly Json[], before: readonly Json[]): readonly Json[] | FailureReply {
  if (!input.some(namesTool)) return input
  const open = createOpenCalls()
  for (const item of before) open.follow(item)
  const paired: Json[] = []
  for (const [index, item] of input.entries()) {
    const name = namesTool(item) ? item['name'] : undefined
    const [id, other] = name === undefined ? [] : open.idsOf(name)
    if (other !== undefined)
      return stateFailures.refused(
        `Several calls of ${String(name).slice(0, 64)} have no output: name one by its call_id.`,
        `/input/${index}/call_id`,
      )
    const next = isJsonObject(item) && id !== undefined ? { ...item, call_id: id } : item
    paired.push(next)
    open.follow(next)
  }
  return paired
}

interface OpenCalls {
  /** Adds a call to those without an output, or takes away the one that an output is of. */
  follow(item: Json): void
  /** Ids of the calls of a name, the earliest first. */
  idsOf(name: Json): Iterable<string>
}

function createOpenCalls(): OpenCalls {
  const names = new Map<string, Json | undefined>()
  const ids = new Map<Json | undefined, Set<string>>()
  return {
    follow(item) {
      if (!isJsonObject(item) || typeof item['call_id'] !== 'string') return
      const { call_id: id, name } = item
      if (item['type'] === 'function_call') {
        names.set(id, name)
        const known = ids.get(name)
        if (known) known.add(id)
        else ids.set(name, new Set([id]))
      } else if (item['type'] === 'function_call_output') ids.get(names.get(id))?.delete(id)
    },
    idsOf: (name) => ids.get(name) ?? [],
  }
}

function namesTool(item: Json): item is JsonObject {
  return (
    isJsonObject(item) && item['type'] === 'function_call_output' && typeof item['call_id'] !== 'string' && typeof item['name'] === 'string'
  )
}
