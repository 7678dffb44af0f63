/** `messages.0.content: must not be empty` without the path in front of it, which is one of the upstream's document and not of the caller's. */
export function withoutLeadingPath(message: string): string {
  return message.replace(/^[\s*]*[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[\d+\])+:\s+(?=\S)/, '')
}
