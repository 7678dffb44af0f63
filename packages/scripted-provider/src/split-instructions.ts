/** Around instructions that a gateway had to put into a user's turn, since the format has no place for them in the middle of a conversation. */
const marked = /<interlingua-instructions>\n?([\s\S]*?)\n?<\/interlingua-instructions>/g

/** A user's text as what the user said and what are really instructions. */
export function splitInstructions(text: string): { readonly said: string; readonly instructions: readonly string[] } {
  if (!text.includes('<interlingua-instructions>')) return { said: text, instructions: [] }
  return { said: text.replaceAll(marked, ''), instructions: Array.from(text.matchAll(marked), ([, inner]) => inner ?? '') }
}
