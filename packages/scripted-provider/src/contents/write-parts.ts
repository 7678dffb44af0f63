import { isJsonObject, parseJson } from '@interlingua/core'
import type { HostedCallPart, Json, JsonObject, Part } from '@interlingua/core'
import { thoughtSignature } from './thought-signature.ts'

export interface PartOptions {
  readonly responseId: string
  /** True where calls have ids. */
  readonly callIds: boolean
  /** True where the first call is signed. */
  readonly signCalls: boolean
  /** True where the last text and every medium are signed. */
  readonly signText: boolean
  /** True where the work of hosted tools is shown as parts. */
  readonly serverTools: boolean
}

/** Writes the parts of a candidate. Search results have no part of their own: they are grounding metadata. */
export function writeParts(parts: readonly Part[], options: PartOptions): readonly JsonObject[] {
  const written: JsonObject[] = []
  let signed = false
  const lastText =
    options.signText && !parts.some(({ type }) => type === 'tool-call') ? parts.findLastIndex(({ type }) => type === 'text') : -1
  for (const [i, part] of parts.entries()) {
    const wire = writePart(part, options)
    if (wire === undefined) continue
    if (part.type === 'tool-call' && options.signCalls && !signed) {
      written.push({ ...wire, thoughtSignature: thoughtSignature.issue(`call:${part.name}`, options.responseId) })
      signed = true
    } else if (i === lastText) written.push({ ...wire, thoughtSignature: thoughtSignature.issue('text', options.responseId) })
    else if (part.type === 'media' && options.signText)
      written.push({ ...wire, thoughtSignature: thoughtSignature.issue('media', options.responseId) })
    else written.push(wire)
  }
  return written
}

function writePart(part: Part, { callIds, serverTools }: PartOptions): JsonObject | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return { text: part.text }
    case 'reasoning': {
      const text = part.segments.map((segment) => segment.text).join('')
      return text === '' ? undefined : { text, thought: true }
    }
    case 'tool-call': {
      const args: Json = parseJson(part.arguments) ?? {}
      return { functionCall: callIds ? { name: part.name, args, id: part.callId } : { name: part.name, args } }
    }
    case 'media':
      return part.source.type === 'inline' ? { inlineData: { mimeType: part.source.mime, data: part.source.base64 } } : undefined
    case 'hosted-call':
      return writeHosted(part, serverTools)
    case 'hosted-result': {
      const [output] = part.parts
      if (output?.type === 'text') return { codeExecutionResult: { outcome: 'OUTCOME_OK', output: output.text } }
      return serverTools
        ? { toolResponse: { id: part.callId, toolType: 'GOOGLE_SEARCH_WEB', response: { search_suggestions: 'demo' } } }
        : undefined
    }
    default:
      return undefined
  }
}

function writeHosted({ callId, family, arguments: text }: HostedCallPart, serverTools: boolean): JsonObject | undefined {
  const input = parseJson(text)
  if (!isJsonObject(input)) return undefined
  if (family === 'code-execution') return { executableCode: { language: 'PYTHON', code: input['code'] ?? '' } }
  return serverTools && family === 'web-search'
    ? { toolCall: { id: callId, toolType: 'GOOGLE_SEARCH_WEB', args: { queries: [input['query'] ?? ''] } } }
    : undefined
}
