/** Watches the text of one JSON object for its end, piece by piece, looking at each character once. */
export interface ObjectEnd {
  /** Takes more text. Returns true if an object has ended, with only blanks behind; the object may still be invalid. */
  push(piece: string): boolean
}

export function createObjectEnd(): ObjectEnd {
  let depth = 0
  let begun = false
  let inString = false
  let escaped = false
  /** True if other text stands before the object, or behind it. */
  let other = false

  return {
    push(piece) {
      for (let i = 0; i < piece.length && !other; i++) {
        const char = piece.charCodeAt(i)
        if (inString) {
          if (escaped) escaped = false
          else if (char === backslash) escaped = true
          else if (char === quote) inString = false
        } else if (char === braceOpen || char === bracketOpen) {
          other = depth === 0 && (begun || char === bracketOpen)
          begun = true
          depth++
        } else if (isBlank(char)) continue
        else if (depth === 0) other = true
        else if (char === braceClose || char === bracketClose) depth--
        else if (char === quote) inString = true
      }
      return begun && depth === 0 && !other
    },
  }
}

const quote = 0x22
const backslash = 0x5c
const braceOpen = 0x7b
const braceClose = 0x7d
const bracketOpen = 0x5b
const bracketClose = 0x5d

function isBlank(char: number): boolean {
  return char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09
}
