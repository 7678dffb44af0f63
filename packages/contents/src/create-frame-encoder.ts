import type { Json } from '@interlingua/core'
import { encodeCandidates } from './encode-candidates.ts'
import type { WireStreamFrame } from './wire/wire-response.ts'

/**
 * Makes a printer of frames that prints as `JSON.stringify` does. Frames of a stream are the same behind their candidates, so that text is
 * printed once, and again only when it changes.
 */
export function createFrameEncoder(): (wire: WireStreamFrame) => string {
  let keys: string[] = []
  let values: Json[] = []
  let tail = ''

  const fits = (wire: WireStreamFrame): boolean => {
    let count = 0
    for (const key in wire) {
      if (key !== keys[count] || (count > 0 && wire[key] !== values[count])) return false
      count++
    }
    return count > 0 && count === keys.length
  }

  const learn = (wire: WireStreamFrame): void => {
    keys = []
    const names: string[] = []
    const around: Json[] = []
    let after = ''
    for (const key in wire) {
      const value = wire[key]
      const first = names.length === 0
      if (value === undefined || (first ? key !== 'candidates' : typeof value === 'object' && value !== null)) return
      names.push(key)
      around.push(first ? null : value)
      if (!first) after += `,${JSON.stringify(key)}:${JSON.stringify(value)}`
    }
    keys = names
    values = around
    tail = `${after}}`
  }

  return (wire) => {
    if (fits(wire)) return `{"candidates":${encodeCandidates(wire.candidates ?? null)}${tail}`
    learn(wire)
    return JSON.stringify(wire)
  }
}
