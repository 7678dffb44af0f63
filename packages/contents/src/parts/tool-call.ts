import { isJsonObject, parseExactJson } from '@interlingua/core'
import type { Json, ToolCallPart } from '@interlingua/core'
import { addRest, hintOf, keep, nestedRest, without } from '../extension.ts'
import type { Bag, Draft } from '../extension.ts'
import type { DecodeMember, EncodeScope } from './codec.ts'

const read = new Set(['id', 'name', 'args'])

/** `functionCall`. https://ai.google.dev/api/caching#FunctionCall */
export const decodeFunctionCall: DecodeMember = (value, _wire, notes, scope) => {
  if (!isJsonObject(value) || typeof value.name !== 'string') return undefined
  const { id, name, args } = value
  if ((id !== undefined && typeof id !== 'string') || (args !== undefined && !isJsonObject(args))) return undefined
  // An empty id says as little as none.
  if (!id) notes.hint = keep(notes.hint, 'id', id === undefined ? 'absent' : '')
  const text = args === undefined ? '' : JSON.stringify(args)
  if (args === undefined) notes.hint = keep(notes.hint, 'args', 'absent')
  else scope.inputs?.push({ text, value: args })
  const extra = without(value, read)
  if (extra) notes.rest = keep(notes.rest, 'functionCall', extra)
  const callId = scope.callId(name, id || undefined, notes.at)
  const part: Draft<ToolCallPart> = { type: 'tool-call', callId, name, kind: 'function', arguments: text }
  return part
}

export function encodeToolCall(part: ToolCallPart, scope: EncodeScope): Bag {
  const hint = hintOf(part)
  const call: Bag = {}
  if (hint.id === undefined) call.id = part.callId
  else if (hint.id === '') call.id = ''
  // As in declarations: lowering has flattened those of a request.
  call.name = part.namespace === undefined ? part.name : `${part.namespace}__${part.name}`
  if (part.arguments !== '' || hint.args !== 'absent') {
    // What a custom tool is given is a text, whatever it looks like.
    const known = part.kind === 'custom' ? undefined : scope.inputOf?.(part.arguments)
    call.args = known ?? encodeArguments(part)
  }
  return { functionCall: addRest(call, nestedRest(part, 'functionCall')) }
}

/** The args of a call. Text that is not JSON is wrapped, so that nothing of it is lost. */
export function encodeArguments(part: Pick<ToolCallPart, 'arguments' | 'kind'>): Json {
  if (part.kind === 'custom') return { input: part.arguments }
  if (part.arguments === '') return {}
  const value = parseExactJson(part.arguments)
  if (value === undefined) return { _raw: part.arguments }
  return isJsonObject(value) ? value : { _value: value }
}
