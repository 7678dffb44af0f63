import { applyPolicy, type JsonObject } from '@interlingua/core'
import type { Target } from '../channels/create-resolver.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { ParsedBody } from './parse-body.ts'

/**
 * The client's own body as the target's model wants it, or the policy's refusal of what that changes. The same bytes where nothing does, as
 * nearly always. Throws the errors of the format.
 */
export function fitPassed(exchange: Exchange, { channel, model }: Target, parsed: ParsedBody): ParsedBody | Fault {
  const { edge, notices, policy } = exchange
  if (edge.upstream.fitBody === undefined) return parsed
  const body = edge.upstream.fitBody(parsed.body, contextOf(exchange, channel.dialect, channel.profileOf(model)))
  if (body === parsed.body) return parsed
  const refusal = applyPolicy(notices, policy)
  return refusal ? { failure: refusal } : { body, bytes: spell(body, parsed) }
}

const brace = 0x7b

/** Keys that are new are put in front: the rest, which may hold images of many megabytes, is not spelled anew. */
function spell(body: JsonObject, { body: old, bytes }: ParsedBody): Buffer {
  const added: Record<string, JsonObject[string]> = {}
  for (const key in body) {
    const value = body[key]
    if (value !== undefined && !Object.hasOwn(old, key)) added[key] = value
  }
  const same = Object.keys(old).length > 0 && Object.keys(old).every((key) => body[key] === old[key])
  if (!same) return Buffer.from(JSON.stringify(body))
  const head = Buffer.from(`${JSON.stringify(added).slice(0, -1)},`)
  return Buffer.concat([head, bytes.subarray(bytes.indexOf(brace) + 1)])
}
