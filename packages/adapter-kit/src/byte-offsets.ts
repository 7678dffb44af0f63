/** Converter from UTF-8 bytes, in which Google measures text, to UTF-16 units. Grows with the text, without keeping it. */
export interface ByteOffsets {
  add(text: string): void
  units(): number
  bytes(): number
  /** Unit at a byte; inside a character its beginning, behind the end the end. */
  unitAt(byte: number): number
  byteAt(unit: number): number
}

/** Beginning of a run of characters of the same width: `width` bytes for each `step` units. */
interface Run {
  readonly unit: number
  readonly byte: number
  readonly width: number
  readonly step: number
}

const foreign = /[^\0-\x7f]/

export function createByteOffsets(): ByteOffsets {
  const runs: Run[] = [{ unit: 0, byte: 0, width: 1, step: 1 }]
  let last = 1
  let unit = 0
  let byte = 0
  /** Half of a surrogate pair at the end of a text, whose other half may come with the next. */
  let half = false

  const grow = (width: number, step: number, count: number): void => {
    if (width !== last) {
      runs.push({ unit, byte, width, step })
      last = width
    }
    unit += step * count
    byte += width * count
  }

  return {
    add(text) {
      if (!half && !foreign.test(text)) {
        grow(1, 1, text.length)
        return
      }
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i)
        if (half && code >= 0xdc00 && code < 0xe000) {
          // The pair is four bytes, of which three were counted for its first half.
          unit -= 1
          byte -= 3
          half = false
          grow(4, 2, 1)
          continue
        }
        half = code >= 0xd800 && code < 0xdc00
        if (half && i + 1 < text.length && isLow(text.charCodeAt(i + 1))) {
          half = false
          i++
          grow(4, 2, 1)
        } else grow(code < 0x80 ? 1 : code < 0x800 ? 2 : 3, 1, 1)
      }
    },
    units: () => unit,
    bytes: () => byte,
    unitAt(place) {
      if (place >= byte) return unit
      const run = runBefore(runs, place, 'byte')
      return run.unit + Math.floor((place - run.byte) / run.width) * run.step
    },
    byteAt(place) {
      if (place >= unit) return byte
      const run = runBefore(runs, place, 'unit')
      return run.byte + Math.floor((place - run.unit) / run.step) * run.width
    },
  }
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

/** Last run that begins at or before `place`; runs are in order. */
function runBefore(runs: readonly Run[], place: number, key: 'unit' | 'byte'): Run {
  let low = 0
  let high = runs.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((runs[middle] as Run)[key] <= place) low = middle // between two indexes of the list
    else high = middle - 1
  }
  return runs[low] as Run // the list is never empty
}
