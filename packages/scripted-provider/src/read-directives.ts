/** A directive to misbehave or to answer in a certain way: `[demo:stall 5s first]` has the words `5s` and `first`. */
export interface Directive {
  readonly words: readonly string[]
  /** The options, such as `retry-after` with the value `2` for `retry-after=2`. */
  readonly options: Readonly<Record<string, string>>
  /** The whole text after the name. */
  readonly text: string
}

export type Directives = ReadonlyMap<string, Directive>

const pattern = /\[demo:([a-z0-9-]+)(?:\s+([^\]]*))?\]/g
const header = 'x-demo-'

/** Reads the directives of a prompt and of request headers (`x-demo-stall: 5s first`). A header wins over the prompt. */
export function readDirectives(prompt: string, headers: Readonly<Record<string, string>> = {}): Directives {
  const found = new Map<string, Directive>()
  for (const [, name, text] of prompt.matchAll(pattern)) if (name !== undefined) found.set(name, readDirective(text ?? ''))
  for (const [name, text] of Object.entries(headers)) if (name.startsWith(header)) found.set(name.slice(header.length), readDirective(text))
  return found
}

function readDirective(text: string): Directive {
  const words: string[] = []
  const options: Record<string, string> = {}
  for (const word of text.split(/[\s,]+/)) {
    const equals = word.indexOf('=')
    if (equals > 0) options[word.slice(0, equals)] = word.slice(equals + 1)
    else if (word !== '') words.push(word)
  }
  return { words, options, text: text.trim() }
}
