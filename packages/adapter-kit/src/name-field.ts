import type { Pointer } from '@interlingua/core'

/** `/input/0/content` as `input[0].content`, as OpenAI and Google spell a field; `undefined` where there is none. */
export function bracketField(path: Pointer | undefined): string | undefined {
  return encode(path, (name, before) => (/^\d+$/.test(name) ? `[${name}]` : before === '' ? name : `.${name}`))
}

/** `/messages/0/content` as `messages.0.content`, as Anthropic spells a field; `undefined` where there is none. */
export function dotField(path: Pointer | undefined): string | undefined {
  return encode(path, (name, before) => (before === '' ? name : `.${name}`))
}

function encode(path: Pointer | undefined, next: (name: string, before: string) => string): string | undefined {
  if (path === undefined || path === '') return undefined
  let field = ''
  for (const segment of path.slice(1).split('/')) field += next(segment.replaceAll('~1', '/').replaceAll('~0', '~'), field)
  return field
}

/** Removes the field that a message begins with, in any spelling: `/n: must be a number`, `n: must be a number`. */
export function withoutField(message: string, path: Pointer | undefined): string {
  if (path === undefined || path === '') return message
  for (const field of [path, bracketField(path), dotField(path)])
    if (field !== undefined && message.startsWith(`${field}: `)) return message.slice(field.length + 2)
  return message
}

/** Puts the field that a message is about before it, once: some clients show only the message. */
export function nameField(message: string, path: Pointer | undefined, spelled: (path: Pointer | undefined) => string | undefined): string {
  const field = spelled(path)
  if (field === undefined) return message
  const rest = withoutField(message, path)
  return rest === message && message.includes(field) ? message : `${field}: ${rest}`
}
