import { pointer, type JsonObject, type Part, type Pointer, type ToolCallPart } from '@interlingua/core'
import { objectArguments, parseExactJson } from '@interlingua/core/adapter'
import { blocks, format, hintOf, keep, nothing, restore } from './wire.ts'

const textKeys = new Set(['text'])
const callKeys = new Set(['toolUseId', 'name', 'input'])
const resultKeys = new Set(['toolUseId', 'content', 'status'])

/** A content block of a message, or of the system. A block that is no text, call or result stays as it is: its own format gets it, others a notice. */
export function decodeBlock(block: JsonObject, at: Pointer): Part {
  const text = blocks.text.safeParse(block).data?.text
  if (text !== undefined) return keep({ type: 'text', text, at: pointer(at, 'text') }, block, textKeys)
  const call = blocks.call.safeParse(block).data?.toolUse
  if (call) {
    const { toolUseId: callId, name, input } = call
    const place = pointer(at, 'toolUse')
    return keep({ type: 'tool-call', kind: 'function', callId, name, arguments: JSON.stringify(input), at: place }, call, callKeys)
  }
  const result = blocks.result.safeParse(block).data?.toolResult
  if (result === undefined || String(result['type']).endsWith('_result')) return { type: 'opaque', format, wire: block, at }
  const { toolUseId: callId, content, status } = result
  const place = pointer(at, 'toolResult')
  const structured = content.length === 1 ? blocks.json.safeParse(content[0]).data?.json : undefined
  const parts = structured ? [] : content.map((inner, index) => decodeInner(inner, pointer(place, 'content', index)))
  const said = { ...(structured && { structured }), ...(status && { isError: status === 'error' }) }
  return keep({ type: 'tool-result', callId, parts, ...said, at: place }, result, resultKeys)
}

function decodeInner(block: JsonObject, at: Pointer): Part {
  const json = blocks.json.safeParse(block).data?.json
  return json ? keep({ type: 'text', text: JSON.stringify(json), at }, {}, nothing, { json: true }) : decodeBlock(block, at)
}

/** The block of a part; none of one that this format has no block for. */
export function encodeBlock(part: Part): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return [hintOf(part).json === true ? { json: parseExactJson(part.text) ?? {} } : restore({ text: part.text }, part)]
    case 'tool-call': {
      const input = parseExactJson(argumentsOf(part)) ?? {}
      return [{ toolUse: restore({ toolUseId: part.callId, name: part.name, input }, part) }]
    }
    case 'tool-result': {
      const content = [...(part.structured === undefined ? [] : [{ json: part.structured }]), ...part.parts.flatMap(encodeBlock)]
      const status = part.isError === undefined ? {} : { status: part.isError ? 'error' : 'success' }
      return [{ toolResult: restore({ toolUseId: part.callId, content, ...status }, part) }]
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
