const token = /[ \t\n\r]+|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'next'

/**
 * Where a text stops being JSON. The engine's own message names no place in half of the cases, and quotes content in the others.
 * Runs once, on the way to an error; without recursion, so that depth costs nothing.
 */
export function locateJsonError(text: string): { readonly offset: number; readonly line: number; readonly column: number } {
  const offset = findOffset(text)
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { offset, line, column: offset - before.lastIndexOf('\n') }
}

function findOffset(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let offset = 0
  let done = false
  while (offset < text.length) {
    const first = text.charAt(offset)
    const end = first === '"' ? endOfString(text, offset) : endOfToken(text, offset)
    if (end < 0) return -1 - end
    if (!' \t\n\r'.includes(first)) {
      if (done) return offset
      const follows = step(first, expected, open)
      if (follows === undefined) return offset
      expected = follows
      done = open.length === 0 && expected === 'next'
    }
    offset = end
  }
  return text.length
}

/** The offset after the token, or `-1 - offset` where there is none. */
function endOfToken(text: string, offset: number): number {
  token.lastIndex = offset
  return token.test(text) ? token.lastIndex : -1 - offset
}

/** The offset after the closing quote, or `-1 -` the offset of what may not stand in a string. A loop: strings may be megabytes long. */
function endOfString(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset)
    if (unit === 0x22) return offset + 1
    if (unit < 0x20) return -1 - offset
    if (unit !== 0x5c) continue
    const escaped = text.charAt(offset + 1)
    if (escaped === 'u' ? !/^[0-9a-fA-F]{4}$/.test(text.slice(offset + 2, offset + 6)) : !'"\\/bfnrt'.includes(escaped || '-'))
      return -1 - offset
    offset += escaped === 'u' ? 5 : 1
  }
  return -1 - text.length
}

/** What may follow a token, or `undefined` where the token itself may not stand. */
function step(first: string, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const inside = open[open.length - 1]
  switch (first) {
    case '{':
    case '[':
      if (expected !== 'value' && expected !== 'value-or-end') return undefined
      open.push(first)
      return first === '{' ? 'key-or-end' : 'value-or-end'
    case '}':
      if (inside !== '{' || (expected !== 'key-or-end' && expected !== 'next')) return undefined
      open.pop()
      return 'next'
    case ']':
      if (inside !== '[' || (expected !== 'value-or-end' && expected !== 'next')) return undefined
      open.pop()
      return 'next'
    case ',':
      if (expected !== 'next' || inside === undefined) return undefined
      return inside === '{' ? 'key' : 'value'
    case ':':
      return expected === 'colon' ? 'value' : undefined
    case '"':
      if (expected === 'key' || expected === 'key-or-end') return 'colon'
      return expected === 'value' || expected === 'value-or-end' ? 'next' : undefined
    default:
      return expected === 'value' || expected === 'value-or-end' ? 'next' : undefined
  }
}
