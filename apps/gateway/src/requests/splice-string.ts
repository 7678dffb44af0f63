const quote = 0x22

/**
 * The bytes of a JSON object with another value for the string at `path`, a chain of keys, and nothing else changed: numbers keep their
 * spelling, keys their order. What is no string there stays. The walk knows strings and depth alone; of text that is no JSON it changes nothing
 * but such a string.
 */
export function spliceString(bytes: Buffer, path: readonly string[], value: string): Buffer {
  const places = findStrings(bytes, path)
  if (places.length === 0) return bytes
  const said = Buffer.from(JSON.stringify(value))
  const pieces: Buffer[] = []
  let from = 0
  for (const [start, end] of places) {
    pieces.push(bytes.subarray(from, start), said)
    from = end
  }
  pieces.push(bytes.subarray(from))
  return Buffer.concat(pieces)
}

/** A key may occur twice in JSON, and readers differ in which one counts: all of them are found. */
function findStrings(bytes: Buffer, path: readonly string[]): readonly (readonly [number, number])[] {
  const places: [number, number][] = []
  /** For each open container whether it is an object, and whether the keys that lead to it are those of the path. */
  const objects: boolean[] = []
  const onPath: boolean[] = []
  /** Whether the next string is a key, and whether the last key was the path's. */
  let key = false
  let led = true
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case 0x7b: // {
      case 0x5b: // [
        key = bytes[i] === 0x7b
        objects.push(key)
        onPath.push(key && led)
        led = false
        break
      case 0x7d:
      case 0x5d:
        objects.pop()
        onPath.pop()
        led = objects.length === 0
        break
      case 0x2c: // ,
        key = objects.at(-1) === true
        led = false
        break
      case 0x3a: // :
        key = false
        break
      case quote: {
        const end = endOfString(bytes, i)
        const depth = objects.length
        if (key) led = onPath[depth - 1] === true && isKey(bytes.subarray(i, end), path[depth - 1])
        else if (led && depth === path.length) places.push([i, end])
        i = end - 1
      }
    }
  }
  return places
}

function isKey(bytes: Buffer, name: string | undefined): boolean {
  const text = bytes.toString('latin1')
  return name !== undefined && (text === `"${name}"` || (text.includes('\\') && unescaped(text) === name))
}

function unescaped(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(quote, start + 1)
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1)
  return end === -1 ? bytes.length : end + 1
}

function isEscaped(bytes: Buffer, index: number): boolean {
  let slashes = 0
  while (bytes[index - 1 - slashes] === 0x5c) slashes++
  return slashes % 2 === 1
}
