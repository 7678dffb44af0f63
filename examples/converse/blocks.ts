import { objectArguments, parseExactJson, pointer, type JsonObject, type Part, type Pointer, type ToolCallPart } from '@interlingua/core'
import { extensionsOf, hintOf, restOf } from './extension.ts'
import { blocks, format } from './wire.ts'

/** A content block of a message, or of the system. What is no text, call or result stays as it is: its own format gets it, others a notice. */
export function decodeBlock(block: JsonObject, at: Pointer): Part {
  const text = blocks.text.safeParse(block).data
  if (text) {
    const { text: said, ...rest } = text
    return { type: 'text', text: said, at: pointer(at, 'text'), ...extensionsOf(rest) }
  }
  const call = blocks.call.safeParse(block).data?.toolUse
  if (call) {
    const { toolUseId: callId, name, input, ...rest } = call
    const place = pointer(at, 'toolUse')
    return { type: 'tool-call', kind: 'function', callId, name, arguments: JSON.stringify(input), at: place, ...extensionsOf(rest) }
  }
  const result = blocks.result.safeParse(block).data?.toolResult
  if (result === undefined || String(result['type']).endsWith('_result')) return { type: 'opaque', format, wire: block, at }
  const { toolUseId: callId, content, status, ...rest } = result
  const place = pointer(at, 'toolResult')
  const structured = content.length === 1 ? blocks.json.safeParse(content[0]).data?.json : undefined
  const parts = structured ? [] : content.map((inner, index) => decodeInner(inner, pointer(place, 'content', index)))
  const said = { ...(structured && { structured }), ...(status && { isError: status === 'error' }) }
  return { type: 'tool-result', callId, parts, ...said, at: place, ...extensionsOf(rest) }
}

function decodeInner(block: JsonObject, at: Pointer): Part {
  const json = blocks.json.safeParse(block).data?.json
  return json ? { type: 'text', text: JSON.stringify(json), at, ...extensionsOf({}, { json: true }) } : decodeBlock(block, at)
}

/** The block of a part; none of one that this format has no block for. */
export function encodeBlock(part: Part): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return [hintOf(part, 'json') === true ? { json: parseExactJson(part.text) ?? {} } : { text: part.text, ...restOf(part) }]
    case 'tool-call':
      return [{ toolUse: { toolUseId: part.callId, name: part.name, input: parseExactJson(argumentsOf(part)) ?? {}, ...restOf(part) } }]
    case 'tool-result': {
      const content = [...(part.structured === undefined ? [] : [{ json: part.structured }]), ...part.parts.flatMap(encodeBlock)]
      const status = part.isError === undefined ? {} : { status: part.isError ? 'error' : 'success' }
      return [{ toolResult: { toolUseId: part.callId, content, ...status, ...restOf(part) } }]
    }
    case 'opaque':
      return part.format === format ? [part.wire] : []
    default:
      return []
  }
}

/** The arguments of a call as JSON: of an object, unless a Converse client itself sent another value. */
export function argumentsOf(part: ToolCallPart): string {
  const own = part.at?.endsWith('/toolUse') === true
  return own ? part.arguments : objectArguments(part, () => undefined).text
}
