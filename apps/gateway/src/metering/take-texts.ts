import type { Part } from '@interlingua/core'

/** What a part says, as far as it is text. */
export function takeTexts(part: Part, take: (text: string) => void): void {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return take(part.text)
    case 'reasoning':
      for (const { text } of part.segments) take(text)
      return
    case 'tool-call':
    case 'hosted-call':
      take(part.name ?? '')
      return take(part.arguments)
    default:
  }
}
