import { isJsonObject } from '@interlingua/core'
import { assertNever } from '@interlingua/core/adapter'
import type { Json, Part, Pointer } from '@interlingua/core'
import type { ParsedInput } from '@interlingua/core/adapter'
import type { WireBlock } from '../wire/wire-block.ts'
import type { DecodeBlock, DecodeScope, EncodeScope } from './codec.ts'
import { decodeCompaction, encodeCompaction } from './compaction.ts'
import { decodeDocument, encodeDocument } from './document.ts'
import { decodeContainerUpload, encodeContainerUpload } from './file-reference.ts'
import { decodeHostedCall, encodeHostedCall } from './hosted-call.ts'
import { decodeHostedResult, encodeHostedResult } from './hosted-result.ts'
import { decodeImage, encodeImage } from './media.ts'
import { decodeOpaque, encodeOpaque } from './opaque.ts'
import { decodeRedactedThinking, decodeThinking, encodeReasoning } from './reasoning.ts'
import { decodeSearchResult, encodeSearchResult } from './search-result.ts'
import { decodeText, decodeToolReference, encodeText } from './text.ts'
import { decodeToolResult, encodeToolResult } from './tool-result.ts'
import { decodeToolUse, encodeToolUse } from './tool-call.ts'

/** Decoders of all modelled block types. Any other is carried as an opaque part. */
export const blockDecoders: Readonly<Record<string, DecodeBlock>> = {
  text: decodeText,
  image: decodeImage,
  document: decodeDocument,
  search_result: decodeSearchResult,
  thinking: decodeThinking,
  redacted_thinking: decodeRedactedThinking,
  tool_use: decodeToolUse,
  tool_result: decodeToolResult,
  tool_reference: decodeToolReference,
  server_tool_use: decodeHostedCall,
  mcp_tool_use: decodeHostedCall,
  web_search_tool_result: decodeHostedResult,
  web_fetch_tool_result: decodeHostedResult,
  code_execution_tool_result: decodeHostedResult,
  bash_code_execution_tool_result: decodeHostedResult,
  text_editor_code_execution_tool_result: decodeHostedResult,
  tool_search_tool_result: decodeHostedResult,
  mcp_tool_result: decodeHostedResult,
  advisor_tool_result: decodeHostedResult,
  container_upload: decodeContainerUpload,
  compaction: decodeCompaction,
}

export function decodeBlock(wire: Json, at: Pointer, scope: DecodeScope): Part {
  if (!isJsonObject(wire)) return { type: 'opaque', format: 'messages', wire: { type: 'interlingua_value', value: wire }, at }
  const { type } = wire
  const decode = typeof type === 'string' && Object.hasOwn(blockDecoders, type) ? blockDecoders[type] : undefined
  return decode === undefined ? decodeOpaque(wire, at) : decode(wire, at, scope)
}

export function decodeBlocks(wires: readonly Json[], at: Pointer, scope: DecodeScope): readonly Part[] {
  const parts: Part[] = []
  for (let i = 0; i < wires.length; i++) {
    const wire = wires[i]
    if (wire !== undefined) parts.push(decodeBlock(wire, `${at}/${i}`, scope))
  }
  return parts
}

/** Block of a part; `undefined` if this format has none (lowering, or the encoder of responses, has reported it). */
export function encodePart(part: Part, scope: EncodeScope): WireBlock | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return encodeText(part)
    case 'media':
      return part.kind === 'image' ? encodeImage(part, scope) : undefined
    case 'document':
      return encodeDocument(part, scope)
    case 'search-result':
      return encodeSearchResult(part, scope)
    case 'reasoning':
      return encodeReasoning(part, scope)
    case 'tool-call':
      return encodeToolUse(part, scope)
    case 'tool-result':
      return encodeToolResult(part, scope)
    case 'hosted-call':
      return encodeHostedCall(part)
    case 'hosted-result':
      return encodeHostedResult(part, scope)
    case 'file-reference':
      return encodeContainerUpload(part)
    case 'compaction':
      return encodeCompaction(part)
    case 'opaque':
      return encodeOpaque(part)
    case 'approval':
      return undefined
    default:
      return assertNever(part)
  }
}

export function encodeParts(parts: readonly Part[], scope: EncodeScope): WireBlock[] {
  const wires: WireBlock[] = []
  for (const part of parts) {
    const wire = encodePart(part, scope)
    if (wire !== undefined) wires.push(wire)
  }
  return wires
}

/** Makes the context of a decoder. `inputs`: list into which the inputs of calls are noted. */
export function createDecodeScope(model?: string, inputs?: ParsedInput[]): DecodeScope {
  const blocks = (wires: readonly Json[], at: Pointer): readonly Part[] => decodeBlocks(wires, at, scope)
  const scope: DecodeScope = { blocks, ...(model !== undefined && { model }), ...(inputs && { inputs }) }
  return scope
}

/** Makes the context of an encoder. `inputOf`: see `EncodeScope`. */
export function createEncodeScope(answer: boolean, envelopes: boolean, inputOf?: EncodeScope['inputOf']): EncodeScope {
  const scope: EncodeScope = { answer, envelopes, ...(inputOf && { inputOf }), blocks: (parts) => encodeParts(parts, scope) }
  return scope
}

/** Makes the context of an encoder of responses. `complete`: see `EncodeScope`. */
export function createAnswerScope(envelopes: boolean, complete: () => boolean): EncodeScope {
  const scope: EncodeScope = { answer: true, envelopes, complete, blocks: (parts) => encodeParts(parts, scope) }
  return scope
}
