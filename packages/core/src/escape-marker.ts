/** The tag of a folded instruction, however it is spelled. */
const marker = /<(\s*\/?\s*interlingua-instructions)/gi

/** Text that cannot pass for a folded instruction (`foldInstruction`); the same text where it does not try. */
export function escapeMarker(text: string): string {
  return text.replaceAll(marker, '&lt;$1')
}
