import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { StoredDocument } from '../store/stored-document.ts'
import type { Reference } from './kept-response.ts'

/** A conversation that is kept here: the lots of its items, the oldest first. */
export interface Conversation {
  readonly metadata: JsonObject
  readonly lots: readonly Reference[]
  /** About how many characters its items are. */
  readonly size: number
  /** It is about to be deleted: nothing is added to it any more. */
  readonly ending?: true
}

export function readConversation({ body }: StoredDocument): Conversation {
  const { metadata, lots, size, ending } = body
  return {
    metadata: isJsonObject(metadata) ? metadata : {},
    lots: Array.isArray(lots) ? (lots as readonly string[]) : [], // written by `writeConversation`
    size: typeof size === 'number' ? size : 0,
    ...(ending === true && { ending }),
  }
}

export function writeConversation(conversation: Conversation): JsonObject {
  return { ...conversation }
}

/** As the vendor shows it. https://platform.openai.com/docs/api-reference/conversations/object */
export function showConversation(document: StoredDocument): JsonObject {
  return {
    id: document.id,
    object: 'conversation',
    created_at: Math.floor(document.createdAt / 1000),
    metadata: readConversation(document).metadata,
  }
}
