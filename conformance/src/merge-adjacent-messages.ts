import type { Json, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'

/** A messages request in which adjacent messages of one role are one, as its server reads them. Other documents come back as they are. */
export function mergeAdjacentMessages(document: Json): Json {
  if (!isJsonObject(document) || !Array.isArray(document['messages'])) return document
  const merged: JsonObject[] = []
  for (const message of document['messages'] as readonly JsonObject[]) {
    const last = merged.at(-1)
    const blocks = blocksOf(message)
    if (last === undefined || last['role'] !== message['role'] || blocks === undefined || !Array.isArray(last['content']))
      merged.push(blocks === undefined ? message : { ...message, content: blocks })
    else merged[merged.length - 1] = { ...last, content: [...(last['content'] as readonly Json[]), ...blocks] }
  }
  return { ...document, messages: merged }
}

/** Only roles whose neighbours the server merges have blocks here. */
function blocksOf({ role, content }: JsonObject): readonly Json[] | undefined {
  if (role !== 'user' && role !== 'assistant') return undefined
  return typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? (content as readonly Json[]) : undefined
}
