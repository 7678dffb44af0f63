/**
 * The marks around instructions that a gateway moved into a user's turn, because the format has no place for them within a conversation.
 */
const marked = /<interlingua-instructions>\n?([\s\S]*?)\n?<\/interlingua-instructions>/g

/** Splits a user's text into the user's own words and the instructions in marks. */
export function splitInstructions(text: string): { readonly said: string; readonly instructions: readonly string[] } {
  if (!text.includes('<interlingua-instructions>')) return { said: text, instructions: [] }
  return { said: text.replaceAll(marked, ''), instructions: Array.from(text.matchAll(marked), ([, inner]) => inner ?? '') }
}
