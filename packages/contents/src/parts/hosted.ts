import { isJsonObject } from '@interlingua/core'
import { parseExactObject } from '@interlingua/core/adapter'
import type { HostedCallPart, HostedResultPart, Json, JsonObject, Part } from '@interlingua/core'
import { addRest, hintOf, keep, nestedRest, without } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { DecodeMember, EncodeScope } from './codec.ts'

const codeKeys = new Set(['id', 'code', 'language'])
const outcomeKeys = new Set(['id', 'outcome', 'output'])
const callKeys = new Set(['id', 'toolType', 'args'])
const responseKeys = new Set(['id', 'toolType', 'response'])

/** Decodes `executableCode`: code that the provider runs. https://ai.google.dev/api/caching#ExecutableCode */
export const decodeExecutableCode: DecodeMember = (value, _wire, notes, scope) => {
  if (!isJsonObject(value) || !isId(value.id)) return undefined
  const extra = without(value, codeKeys)
  if (extra) notes.rest = keep(notes.rest, 'executableCode', extra)
  notes.hint = keep(keep(notes.hint, 'type', 'executableCode'), 'id', value.id ?? 'absent')
  const { code, language } = value
  const args: JsonDraft = {}
  if (language !== undefined) args.language = language
  if (code !== undefined) args.code = code
  const part: Draft<HostedCallPart> = {
    type: 'hosted-call',
    callId: scope.codeId(value.id || undefined, notes.at),
    family: 'code-execution',
    arguments: JSON.stringify(args),
  }
  return part
}

/** Decodes `codeExecutionResult`: the output of that code. */
export const decodeCodeExecutionResult: DecodeMember = (value, _wire, notes, scope) => {
  if (!isJsonObject(value) || !isId(value.id)) return undefined
  const { outcome, output } = value
  if ((outcome !== undefined && typeof outcome !== 'string') || (output !== undefined && typeof output !== 'string')) return undefined
  const extra = without(value, outcomeKeys)
  if (extra) notes.rest = keep(notes.rest, 'codeExecutionResult', extra)
  notes.hint = keep(keep(notes.hint, 'type', 'codeExecutionResult'), 'id', value.id ?? 'absent')
  const part: Draft<HostedResultPart> = {
    type: 'hosted-result',
    callId: scope.codeResultId(value.id || undefined, notes.at),
    parts: output === undefined ? [] : [{ type: 'text', text: output, at: notes.at }],
  }
  if (outcome === undefined) notes.hint = keep(notes.hint, 'outcome', 'absent')
  else if (outcome !== 'OUTCOME_OK') {
    part.isError = true
    // `OUTCOME_FAILED` only says that it failed.
    if (outcome !== 'OUTCOME_FAILED') part.errorCode = outcome
  }
  return part
}

const families: Readonly<Record<string, string>> = {
  GOOGLE_SEARCH_WEB: 'web-search',
  URL_CONTEXT: 'web-fetch',
  FILE_SEARCH: 'file-search',
}

/** Decodes `toolCall`: a call of a built-in tool that the server shows, to be sent back as it is. */
export const decodeServerToolCall: DecodeMember = (value, _wire, notes) => {
  if (!isJsonObject(value) || !isId(value.id) || (value.toolType !== undefined && typeof value.toolType !== 'string')) return undefined
  const { id, toolType = '', args } = value
  const extra = without(value, callKeys)
  if (extra) notes.rest = keep(notes.rest, 'toolCall', extra)
  notes.hint = keep(keep(notes.hint, 'type', 'toolCall'), 'id', id ?? 'absent')
  if (value.toolType === undefined) notes.hint.toolType = 'absent'
  if (args === undefined) notes.hint.args = 'absent'
  const part: Draft<HostedCallPart> = {
    type: 'hosted-call',
    callId: id ?? '',
    family: (Object.hasOwn(families, toolType) ? families[toolType] : undefined) ?? toolType.toLowerCase().replaceAll('_', '-'),
    name: toolType,
    arguments: args === undefined ? '' : JSON.stringify(args),
  }
  return part
}

/** Decodes `toolResponse`, the result of such a call, as one opaque part, since its shape is unknown. */
export const decodeServerToolResponse: DecodeMember = (value, _wire, notes) => {
  if (!isJsonObject(value) || !isId(value.id) || (value.response !== undefined && !isJsonObject(value.response))) return undefined
  const { id, response } = value
  const extra = without(value, responseKeys)
  if (extra) notes.rest = keep(notes.rest, 'toolResponse', extra)
  notes.hint = keep(keep(notes.hint, 'type', 'toolResponse'), 'id', id ?? 'absent')
  if (value.toolType !== undefined) notes.hint.toolType = value.toolType
  const parts: readonly Part[] = response === undefined ? [] : [{ type: 'opaque', format: 'contents', wire: response, at: notes.at }]
  const part: Draft<HostedResultPart> = { type: 'hosted-result', callId: id ?? '', parts }
  return part
}

function isId(id: Json | undefined): id is string | undefined {
  return id === undefined || typeof id === 'string'
}

/** Encodes a hosted call; `undefined` for another format's, except for code, which a response can show. */
export function encodeHostedCall(part: HostedCallPart, scope: EncodeScope): JsonDraft | undefined {
  const hint = hintOf(part)
  const args = parseExactObject(part.arguments) ?? {}
  if (hint.type === 'executableCode') {
    const code: JsonDraft = spelledId(hint.id)
    addRest(code, args)
    return { executableCode: addRest(code, nestedRest(part, 'executableCode')) }
  }
  if (hint.type === 'toolCall') {
    const call: JsonDraft = spelledId(hint.id)
    if (hint.toolType !== 'absent') call.toolType = part.name ?? ''
    if (hint.args !== 'absent') call.args = args
    return { toolCall: addRest(call, nestedRest(part, 'toolCall')) }
  }
  if (!scope.answer || part.family !== 'code-execution') return undefined
  const id = part.callId !== '' && { id: part.callId }
  if (typeof args.code === 'string') return { executableCode: { ...id, language: 'PYTHON', code: args.code } }
  return isShell(args) ? { executableCode: { ...id, language: 'LANGUAGE_UNSPECIFIED', code: args.command } } : undefined
}

/** True for the command of a shell, and not of an editor of files, which has more arguments. */
function isShell(args: JsonObject): args is JsonObject & { readonly command: string } {
  return typeof args.command === 'string' && Object.keys(args).length === 1
}

/** Encodes a hosted result; `undefined` for another format's, except for the output of code, which a response can show. */
export function encodeHostedResult(part: HostedResultPart): JsonDraft | undefined {
  const hint = hintOf(part)
  if (hint.type === 'codeExecutionResult') {
    const result: JsonDraft = spelledId(hint.id)
    if (part.errorCode !== undefined) result.outcome = part.errorCode
    else if (hint.outcome !== 'absent') result.outcome = part.isError ? 'OUTCOME_FAILED' : 'OUTCOME_OK'
    const [output] = part.parts
    if (output?.type === 'text') result.output = output.text
    return { codeExecutionResult: addRest(result, nestedRest(part, 'codeExecutionResult')) }
  }
  if (hint.type !== 'toolResponse') return undefined
  const answer: JsonDraft = spelledId(hint.id)
  if (hint.toolType !== undefined) answer.toolType = hint.toolType
  const [response] = part.parts
  if (response?.type === 'opaque') answer.response = response.wire
  return { toolResponse: addRest(answer, nestedRest(part, 'toolResponse')) }
}

function spelledId(id: Json | undefined): JsonDraft {
  return id === undefined || id === 'absent' ? {} : { id }
}
