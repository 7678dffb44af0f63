import { escapeMarker } from './escape-marker.ts'

/**
 * An instruction as text of a user, for targets that take none inside the conversation: between tags that no other text can pass for, where
 * it is escaped as well (`escapeMarker`). The same in every format, so that a model and a reader know it again.
 */
export function foldInstruction(text: string): string {
  return `<interlingua-instructions>\n${escapeMarker(text)}\n</interlingua-instructions>`
}
