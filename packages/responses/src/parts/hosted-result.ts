import { isJsonObject } from '@interlingua/core'
import type { HostedResultPart, Json, JsonObject, Part, Pointer } from '@interlingua/core'
import type { JsonDraft, Draft } from '../extension.ts'
import { splitDataUrl } from './data-url.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { opaqueItem } from './opaque.ts'
import { partFields } from './part-fields.ts'

export interface DecodedResult {
  readonly part: HostedResultPart
  /** Keys of the item that the part holds. */
  readonly read: ReadonlySet<string>
}

const slots = {
  web_search_call: new Set(['results']),
  file_search_call: new Set(['results']),
  code_interpreter_call: new Set(['outputs']),
  image_generation_call: new Set(['result']),
} as const

/** Decodes the result that a hosted item holds; `undefined` if it holds none. */
export function decodeHostedResult(wire: JsonObject, id: string, at: Pointer, _scope: DecodeScope): DecodedResult | undefined {
  const parts: Part[] = []
  const part: Draft<HostedResultPart> = { type: 'hosted-result', callId: id, itemId: id, parts, at, fields: partFields }
  switch (wire.type) {
    case 'web_search_call':
    case 'file_search_call':
      if (!Array.isArray(wire.results)) return undefined
      parts.push(opaqueItem({ results: wire.results }, `${at}/results`))
      return { part, read: slots[wire.type] }
    case 'code_interpreter_call':
      if (!Array.isArray(wire.outputs)) return undefined
      for (let i = 0; i < wire.outputs.length; i++) parts.push(decodeCodeOutput(wire.outputs[i] ?? null, `${at}/outputs/${i}`))
      // The status is the call's; a failure of the code belongs to the result.
      if (wire.status === 'failed') part.isError = true
      return { part, read: slots.code_interpreter_call }
    case 'image_generation_call':
      if (typeof wire.result !== 'string') return undefined
      parts.push(decodeMadeImage(wire.result, wire.output_format, `${at}/result`))
      return { part, read: slots.image_generation_call }
    case 'mcp_call':
      return decodeMcpResult(wire, part, parts, at)
    default:
      return undefined
  }
}

function decodeCodeOutput(wire: Json, at: Pointer): Part {
  if (isJsonObject(wire) && Object.keys(wire).length === 2) {
    if (wire.type === 'logs' && typeof wire.logs === 'string') return { type: 'text', text: wire.logs, at }
    if (wire.type === 'image' && typeof wire.url === 'string')
      return { type: 'media', kind: 'image', source: splitDataUrl(wire.url) ?? { type: 'url', url: wire.url }, at }
  }
  return opaqueItem(isJsonObject(wire) ? wire : { type: 'interlingua_value', value: wire }, at)
}

function decodeMadeImage(base64: string, format: Json | undefined, at: Pointer): Part {
  const mime = typeof format === 'string' ? (format === 'svg' ? 'image/svg+xml' : `image/${format}`) : 'image/png'
  return { type: 'media', kind: 'image', source: { type: 'inline', mime, base64 }, at }
}

function decodeMcpResult(wire: JsonObject, part: Draft<HostedResultPart>, parts: Part[], at: Pointer): DecodedResult | undefined {
  const read = new Set<string>()
  if (typeof wire.output === 'string') {
    parts.push({ type: 'text', text: wire.output, at: `${at}/output` })
    read.add('output')
  }
  const { error } = wire
  if (error !== undefined && error !== null) {
    part.isError = true
    if (isJsonObject(error) && typeof error.type === 'string') part.errorCode = error.type
    part.extensions = { responses: { rest: { error } } }
    read.add('error')
  }
  return read.size === 0 ? undefined : { part, read }
}

/** Writes the result's keys into its item. */
export function encodeHostedResult(wire: JsonDraft, result: HostedResultPart, scope: EncodeScope): void {
  switch (wire.type) {
    case 'web_search_call':
    case 'file_search_call':
      encodeSearchResults(wire, result, scope)
      return
    case 'code_interpreter_call':
      wire.outputs = encodeCodeOutputs(result, scope)
      return
    case 'image_generation_call': {
      const [image] = result.parts
      if (image?.type === 'media' && image.source.type === 'inline') wire.result = image.source.base64
      return
    }
    case 'mcp_call':
      encodeMcpResult(wire, result, scope)
      return
  }
}

function encodeMcpResult(wire: JsonDraft, result: HostedResultPart, scope: EncodeScope): void {
  for (const part of result.parts) if (part.type !== 'text') scope.onLost?.(part)
  const text = result.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  if (result.parts.length > 0) wire.output = text
  const error = result.extensions?.responses?.rest?.error
  if (error !== undefined) wire.error = error
  else if (result.isError === true) wire.error = { type: 'mcp_tool_execution_error', content: [{ type: 'text', text }] }
}

function encodeSearchResults(wire: JsonDraft, result: HostedResultPart, scope: EncodeScope): void {
  const [held] = result.parts
  if (held?.type === 'opaque' && held.format === 'responses') {
    if (held.wire.results !== undefined) wire.results = held.wire.results
    return
  }
  // Sources of another format's search, which are all that this one can show.
  const sources: JsonObject[] = []
  for (const part of result.parts) {
    if (part.type === 'search-result') sources.push({ type: 'url', url: part.url })
    if (part.type !== 'search-result' || part.parts.length > 0) scope.onLost?.(part)
  }
  if (sources.length > 0 && isJsonObject(wire.action)) wire.action = { ...wire.action, sources }
}

function encodeCodeOutputs(result: HostedResultPart, scope: EncodeScope): JsonObject[] {
  const outputs: JsonObject[] = []
  for (const part of result.parts) {
    const output = encodeCodeOutput(part)
    if (output) outputs.push(output)
    else scope.onLost?.(part)
  }
  return outputs
}

function encodeCodeOutput(part: Part): JsonObject | undefined {
  if (part.type === 'text') return { type: 'logs', logs: part.text }
  if (part.type === 'opaque' && part.format === 'responses') return part.wire
  if (part.type !== 'media') return undefined
  const { source } = part
  if (source.type === 'url') return { type: 'image', url: source.url }
  return source.type === 'inline' ? { type: 'image', url: `data:${source.mime};base64,${source.base64}` } : undefined
}
