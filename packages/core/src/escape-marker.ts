/** Tag of a folded instruction, in any spelling. */
const marker = /<(\s*\/?\s*interlingua-instructions)/gi

/** Escapes text that could pass for a folded instruction (`foldInstruction`); other text is returned as it is. */
export function escapeMarker(text: string): string {
  return text.replaceAll(marker, '&lt;$1')
}
