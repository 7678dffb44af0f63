import { isJsonObject } from '@interlingua/core'
import type { HostedCallPart, HostedResultPart, JsonObject, Part, Pointer } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import { blockLeft } from './media.ts'
import { hintOf, keep, nothing, restore } from './wire.ts'

/** Families of the tools that Bedrock runs, by their names. */
export const families: Readonly<Record<string, string>> = {
  nova_grounding: 'web-search',
  nova_code_interpreter: 'code-execution',
}

/** Names of the tools by their families. */
export const namesOfFamilies: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(families).map(([name, family]) => [family, name]),
)

const callFields = { callId: '/toolUse/toolUseId', name: '/toolUse/name', arguments: '/toolUse/input', family: '/toolUse/name' } as const
const resultFields = { callId: '/toolResult/toolUseId', isError: '/toolResult/status', parts: '/toolResult/content' } as const

/** A call or a result of a tool that Bedrock runs, a result without its parts; `undefined`: it is none. */
export function decodeHosted(
  key: 'toolUse' | 'toolResult',
  inner: JsonObject,
  block: JsonObject,
  at: Pointer,
): HostedCallPart | HostedResultPart | undefined {
  const { toolUseId: callId, name, input, status, type } = inner
  if (typeof callId !== 'string' || typeof type !== 'string') return undefined
  if (key === 'toolResult') {
    const known = status === 'success' || status === 'error'
    const part: HostedResultPart = {
      type: 'hosted-result',
      callId,
      ...(known && { isError: status === 'error' }),
      parts: [],
      at,
      fields: resultFields,
    }
    const read = ['toolUseId', 'content', 'type', ...(known ? ['status'] : [])]
    const absent = inner['content'] === undefined ? ({ content: 'absent' } as const) : {}
    return keep(part, blockLeft(block, key, read), nothing, { type, ...absent })
  }
  if (type !== 'server_tool_use' || typeof name !== 'string') return undefined
  const part: HostedCallPart = {
    type: 'hosted-call',
    callId,
    family: Object.hasOwn(families, name) ? (families[name] ?? name) : name,
    name,
    arguments: input === undefined ? '' : JSON.stringify(input),
    at,
    fields: callFields,
  }
  const read = ['toolUseId', 'name', 'input', 'type']
  return keep(part, blockLeft(block, key, read), nothing, {
    type,
    ...(!isJsonObject(input) && { input: input === undefined ? 'absent' : 'any' }),
  })
}

/** The block of a hosted part of this format; `undefined`: the part is of another. */
export function encodeHosted(
  part: HostedCallPart | HostedResultPart,
  encodeInner: (parts: readonly Part[]) => readonly JsonObject[],
): JsonObject | undefined {
  const { type, input: spelled, content: absent } = hintOf(part)
  if (type === undefined) return undefined
  if (part.type === 'hosted-result') {
    const content = encodeInner(part.parts)
    const inner = {
      toolUseId: part.callId,
      ...((content.length > 0 || absent !== 'absent') && { content }),
      ...(part.isError !== undefined && { status: part.isError ? 'error' : 'success' }),
      type,
    }
    return restore<JsonObject>({ toolResult: inner }, part)
  }
  const { callId, name, arguments: text } = part
  const inner = {
    toolUseId: callId,
    ...(name !== undefined && { name }),
    ...((text !== '' || spelled !== 'absent') && { input: parseExactJson(text === '' ? '{}' : text) ?? {} }),
    type,
  }
  return restore<JsonObject>({ toolUse: inner }, part)
}
