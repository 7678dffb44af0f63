import { isJsonObject } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import type { Json, ToolCallPart } from '@interlingua/core'
import { addRest, hintOf, keep, nestedRest, without } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { DecodeMember, EncodeScope } from './codec.ts'

const read = new Set(['id', 'name', 'args'])

/** Decodes `functionCall`. https://ai.google.dev/api/caching#FunctionCall */
export const decodeFunctionCall: DecodeMember = (value, _wire, notes, scope) => {
  if (!isJsonObject(value) || typeof value.name !== 'string') return undefined
  const { id, name, args } = value
  if ((id !== undefined && typeof id !== 'string') || (args !== undefined && !isJsonObject(args))) return undefined
  // An empty id counts as absent.
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

export function encodeToolCall(part: ToolCallPart, scope: EncodeScope): JsonDraft {
  const hint = hintOf(part)
  const call: JsonDraft = {}
  if (hint.id === undefined) call.id = part.callId
  else if (hint.id === '') call.id = ''
  // The name is flattened as in declarations; lowering has done so for requests.
  call.name = part.namespace === undefined ? part.name : `${part.namespace}__${part.name}`
  if (part.arguments !== '' || hint.args !== 'absent') {
    // The input of a custom tool is a text, even if it looks like JSON.
    const known = part.kind === 'custom' ? undefined : scope.inputOf?.(part.arguments)
    call.args = known ?? encodeArguments(part)
  }
  return { functionCall: addRest(call, nestedRest(part, 'functionCall')) }
}

/** Arguments of a call. Text that is not JSON is wrapped, so that nothing of it is lost. */
export function encodeArguments(part: Pick<ToolCallPart, 'arguments' | 'kind'>): Json {
  if (part.kind === 'custom') return { input: part.arguments }
  if (part.arguments === '') return {}
  const value = parseExactJson(part.arguments)
  if (value === undefined) return { _raw: part.arguments }
  return isJsonObject(value) ? value : { _value: value }
}
