/** Renames keys of an object that arrives as JSON text, in pieces cut anywhere. */
export interface KeyRenamer {
  /** Takes a piece of text and returns the text that is decided so far. */
  push(text: string): string
  /** Returns the held text once no more input comes. */
  end(): string
}

/** Longest spelling of one character of a key: `\u0041`. */
const widest = 6

/**
 * Renames keys of the object at the root, and of no other; every other character stays as it is, so that numbers and white space survive. Total: text
 * that is no JSON passes. Linear, and no more than one key is held back.
 */
export function createKeyRenamer(names: ReadonlyMap<string, string>): KeyRenamer {
  let longest = 0
  for (const name of names.keys()) longest = Math.max(longest, widest * name.length + 2)
  let depth = 0
  let object = false
  let expectsKey = false
  let inString = false
  let escaped = false
  /** Key as far as it arrived, with its first quote. */
  let key: string | undefined

  const rename = (raw: string): string => {
    if (raw.length > longest) return raw
    const name = names.get(parseText(raw) ?? '')
    return name === undefined ? raw : JSON.stringify(name)
  }

  const look = (char: string): void => {
    if (char === '{' || char === '[') {
      depth++
      if (depth !== 1) return
      object = char === '{'
      expectsKey = object
    } else if (char === '}' || char === ']') {
      depth--
      expectsKey = false
    } else if (char === ',' && depth === 1) expectsKey = object
  }

  return {
    push(text) {
      let out = ''
      let from = 0
      for (let i = 0; i < text.length; i++) {
        const char = text.charAt(i)
        if (!inString) {
          if (char !== '"') {
            look(char)
            continue
          }
          inString = true
          if (!expectsKey) continue
          expectsKey = false
          out += text.slice(from, i)
          from = i
          key = ''
        } else if (escaped) escaped = false
        else if (char === '\\') escaped = true
        else if (char === '"') {
          inString = false
          if (key === undefined) continue
          out += rename(key + text.slice(from, i + 1))
          from = i + 1
          key = undefined
        }
      }
      if (key === undefined) return out + text.slice(from)
      key += text.slice(from)
      if (key.length <= longest) return out
      const long = key
      key = undefined
      return out + long
    },
    end() {
      const held = key ?? ''
      key = undefined
      return held
    },
  }
}

/** Renames the root keys of a whole JSON text. */
export function renameKeys(text: string, names: ReadonlyMap<string, string>): string {
  const renamer = createKeyRenamer(names)
  return renamer.push(text) + renamer.end()
}

function parseText(raw: string): string | undefined {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
