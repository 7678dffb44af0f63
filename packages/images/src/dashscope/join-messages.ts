import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageRequest } from '../image-request.ts'
import { contentOf } from './content-of.ts'
import type { Family } from './models.ts'

/** Adds a prompt or images to the caller's own messages where they have none: to the first message, in the family's order. */
export function joinMessages(draft: Draft<ImageRequest>, family: Family): void {
  const { prompt, images, native } = draft
  const messages = native?.input?.['messages']
  if (!Array.isArray(messages) || (prompt === undefined && images === undefined)) return
  const [first, ...others] = messages as readonly Json[] // Array.isArray does not narrow readonly lists
  const message: JsonObject = isJsonObject(first) ? first : { role: 'user' }
  const { content } = message
  const own: readonly Json[] = typeof content === 'string' ? [{ text: content }] : Array.isArray(content) ? content : []
  const added = contentOf(draft, family)
  // The missing part is all text or all images, so that one side suffices.
  const before = (prompt !== undefined) === family.textFirst
  const joined = { ...message, content: before ? [...added, ...own] : [...own, ...added] }
  draft.native = { ...native, input: { ...native?.input, messages: [joined, ...others] } }
  delete draft.prompt
  delete draft.images
}
