import { isJsonObject, WireError } from '@interlingua/core'
import { isBase64 } from '@interlingua/core/adapter'
import type { Json, JsonObject, Pointer } from '@interlingua/core'

type Kind = 'image' | 'document'

const sourceTypes: Readonly<Record<Kind, readonly string[]>> = {
  image: ['base64', 'url', 'file'],
  document: ['base64', 'text', 'url', 'file', 'content'],
}

/**
 * Throws a `WireError` at the first image or document with an undocumented source. `parseRequest` leaves unknown types of sources to the
 * server; a gateway, which answers for every server, checks them here.
 */
export function checkSources(body: JsonObject): void {
  const { messages } = body
  if (!Array.isArray(messages)) return
  messages.forEach((message: Json, index) => {
    if (isJsonObject(message)) checkContent(message.content, `/messages/${index}/content`)
  })
}

function checkContent(content: Json | undefined, at: Pointer): void {
  if (!Array.isArray(content)) return
  for (let i = 0; i < content.length; i++) {
    const block: Json | undefined = content[i]
    if (!isJsonObject(block)) continue
    const { type, source } = block
    if (type === 'tool_result') checkContent(block.content, `${at}/${i}/content`)
    if ((type === 'image' || type === 'document') && isJsonObject(source)) checkSource(source, type, `${at}/${i}/source`)
  }
}

function checkSource(source: JsonObject, kind: Kind, at: Pointer): void {
  const { type } = source
  if (typeof type === 'string' && !sourceTypes[kind].includes(type))
    throw new WireError('messages', `${at}/type`, `must be one of ${sourceTypes[kind].join(', ')}`)
  checkBytes(source, kind, at)
}

/** Checks inline data: an image has the type of one, and bytes are base64. */
export function checkBytes({ type, media_type: mime, data }: JsonObject, kind: Kind, at: Pointer): void {
  if (type !== 'base64') return
  if (kind === 'image' && typeof mime === 'string' && !/^image\//i.test(mime))
    throw new WireError('messages', `${at}/media_type`, 'must be the type of an image, such as image/png')
  if (typeof data === 'string' && !isBase64(data)) throw new WireError('messages', `${at}/data`, 'must be base64')
}
