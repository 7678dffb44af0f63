import { isJsonObject, WireError } from '@interlingua/core'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { check } from './check.ts'
import { checkBytes } from './check-sources.ts'
import { blockSchemas, sourceSchemas } from './wire/block-schemas.ts'
import { builtinToolSchema, functionToolSchema, isPlainTool } from './wire/request-schemas.ts'
import type { WireCountRequest } from './wire/wire-request.ts'

/** Checks the nested unions of a request by type, so that an error names the field. Unknown roles, blocks and tools are legal. */
export function checkMessages(body: WireCountRequest): void {
  for (let i = 0; i < body.messages.length; i++) {
    const message = body.messages[i]
    if (!isJsonObject(message)) throw new WireError('messages', `/messages/${i}`, 'a message must be an object')
    checkMessage(message, `/messages/${i}`)
  }
  if (Array.isArray(body.system)) checkBlocks(body.system, '/system')
  if (Array.isArray(body.tools)) body.tools.forEach((tool: Json, index) => checkTool(tool, `/tools/${index}`))
}

const knownRoles = new Set(['user', 'assistant', 'system'])

function checkMessage(message: JsonObject, at: Pointer): void {
  if (typeof message.role !== 'string')
    throw new WireError('messages', `${at}/role`, message.role === undefined ? 'Field required' : 'role must be a string')
  if (!knownRoles.has(message.role)) return
  const { content } = message
  if (content === undefined && message.role === 'system') return
  if (content === undefined) throw new WireError('messages', `${at}/content`, 'Field required')
  checkContent(content, `${at}/content`)
}

function checkContent(content: Json, at: Pointer): void {
  if (typeof content === 'string') return
  if (!Array.isArray(content)) throw new WireError('messages', at, 'content must be a string or an array of blocks')
  checkBlocks(content, at)
}

export function checkBlocks(blocks: readonly Json[], at: Pointer): void {
  for (let i = 0; i < blocks.length; i++) checkBlock(blocks[i], `${at}/${i}`)
}

function checkBlock(block: Json | undefined, at: Pointer): void {
  if (!isJsonObject(block)) throw new WireError('messages', at, 'a block must be an object')
  const { type } = block
  if (typeof type !== 'string')
    throw new WireError('messages', `${at}/type`, type === undefined ? 'Field required' : 'type must be a string')
  // Most blocks are texts; a plain one needs no schema.
  if (isPlain(block, type)) return
  const schema = Object.hasOwn(blockSchemas, type) ? blockSchemas[type] : undefined
  if (schema === undefined) return
  check(schema, block, at)
  if (type === 'tool_result' && block.content !== undefined && block.content !== null) checkContent(block.content, `${at}/content`)
  if (type === 'search_result' && Array.isArray(block.content)) checkBlocks(block.content, `${at}/content`)
  if ((type === 'image' || type === 'document') && isJsonObject(block.source)) checkSource(block.source, type, `${at}/source`)
}

/** True for a block of a common type with only its required members. */
function isPlain(block: JsonObject, type: string): boolean {
  if (block.cache_control !== undefined) return false
  if (type === 'text') return typeof block.text === 'string' && block.citations === undefined
  if (type === 'tool_use') return typeof block.id === 'string' && typeof block.name === 'string'
  if (type === 'tool_result')
    return typeof block.tool_use_id === 'string' && block.is_error === undefined && typeof block.content === 'string'
  return false
}

function checkSource(source: JsonObject, kind: 'image' | 'document', at: Pointer): void {
  const { type, content } = source
  const schema = typeof type === 'string' && Object.hasOwn(sourceSchemas, type) ? sourceSchemas[type] : undefined
  if (schema) check(schema, source, at)
  checkBytes(source, kind, at)
  if (type === 'content' && content !== undefined) checkContent(content, `${at}/content`)
}

function checkTool(tool: Json, at: Pointer): void {
  if (!isJsonObject(tool)) throw new WireError('messages', at, 'a tool must be an object')
  const own = tool.type === undefined || tool.type === null || tool.type === 'custom'
  if (!own || !isPlainTool(tool)) check(own ? functionToolSchema : builtinToolSchema, tool, at)
}
