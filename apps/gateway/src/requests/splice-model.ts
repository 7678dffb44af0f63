const quote = 0x22
const backslash = 0x5c

/**
 * The bytes of a JSON object with another value for its top-level `model`, and nothing else changed: numbers keep their spelling,
 * keys their order. `bytes` must be valid JSON (it was parsed before), so the walk only has to know strings and depth.
 */
export function spliceModel(bytes: Buffer, model: string): Buffer {
  const places = findModelValues(bytes)
  if (places.length === 0) return bytes
  const value = Buffer.from(JSON.stringify(model))
  const pieces: Buffer[] = []
  let from = 0
  for (const [start, end] of places) {
    pieces.push(bytes.subarray(from, start), value)
    from = end
  }
  pieces.push(bytes.subarray(from))
  return Buffer.concat(pieces)
}

/** A key may occur twice in JSON, and readers differ in which one counts: all of them are found. */
function findModelValues(bytes: Buffer): readonly (readonly [number, number])[] {
  const places: [number, number][] = []
  let depth = 0
  /** Whether the next string at depth 1 is a key. */
  let key = true
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case 0x7b: // {
      case 0x5b: // [
        depth++
        break
      case 0x7d:
      case 0x5d:
        depth--
        break
      case 0x2c: // ,
        if (depth === 1) key = true
        break
      case 0x3a: // :
        if (depth === 1) key = false
        break
      case quote: {
        const end = endOfString(bytes, i)
        if (depth === 1 && key && isModel(bytes.subarray(i, end))) {
          const start = skipToValue(bytes, end)
          // A model that is no string was refused before.
          if (bytes[start] === quote) places.push([start, endOfString(bytes, start)])
        }
        i = end - 1
      }
    }
  }
  return places
}

function isModel(key: Buffer): boolean {
  const text = key.toString('latin1')
  return text === '"model"' || (text.includes('\\') && JSON.parse(text) === 'model')
}

function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(quote, start + 1)
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1)
  return end === -1 ? bytes.length : end + 1
}

function isEscaped(bytes: Buffer, index: number): boolean {
  let slashes = 0
  while (bytes[index - 1 - slashes] === backslash) slashes++
  return slashes % 2 === 1
}

/** Over the colon and the white space around it. */
function skipToValue(bytes: Buffer, from: number): number {
  let index = from
  while (bytes[index] === 0x3a || bytes[index] === 0x20 || bytes[index] === 0x0a || bytes[index] === 0x0d || bytes[index] === 0x09) index++
  return index
}
