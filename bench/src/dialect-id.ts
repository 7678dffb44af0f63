const ids = ['messages', 'chat', 'responses', 'contents', 'interactions', 'converse'] as const

export type DialectId = (typeof ids)[number]

export function isDialectId(text: string): text is DialectId {
  return (ids as readonly string[]).includes(text)
}
