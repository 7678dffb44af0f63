import { escapeMarker } from './escape-marker.ts'

/**
 * Writes an instruction as text of a user, for targets that take none inside the conversation: between tags that are escaped in all other
 * text (`escapeMarker`). The tags are the same in every format, so that models and readers know them.
 */
export function foldInstruction(text: string): string {
  return `<interlingua-instructions>\n${escapeMarker(text)}\n</interlingua-instructions>`
}
