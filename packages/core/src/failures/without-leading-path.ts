/** Removes a leading path (`messages.0.content: must not be empty`), which belongs to the upstream's document and not to the caller's. */
export function withoutLeadingPath(message: string): string {
  return message.replace(/^[\s*]*[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[\d+\])+:\s+(?=\S)/, '')
}
