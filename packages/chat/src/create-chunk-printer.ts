import type { Json } from '@interlingua/core'
import { printChoices } from './print-choices.ts'
import type { WireStreamChunk } from './wire/response.ts'

/**
 * Prints chunks as `JSON.stringify` does. All chunks of a stream say the same but for their choices: what stands around these is
 * printed once, and again only where it differs. That halves the cost of a chunk.
 */
export function createChunkPrinter(): (wire: WireStreamChunk) => string {
  let keys: string[] = []
  let values: Json[] = []
  let head = ''
  let tail = ''

  const fits = (wire: WireStreamChunk): boolean => {
    let count = 0
    for (const key in wire) {
      if (key !== keys[count]) return false
      const value = wire[key]
      if (key === 'choices' ? value === undefined : value !== values[count]) return false
      count++
    }
    return count > 0 && count === keys.length
  }

  /** A chunk without choices, or with an object beside them, has no frame to remember. */
  const learn = (wire: WireStreamChunk): void => {
    keys = []
    const names: string[] = []
    const around: Json[] = []
    let before = ''
    let after: string | undefined
    for (const key in wire) {
      const value = wire[key]
      if (value === undefined || (key !== 'choices' && typeof value === 'object' && value !== null)) return
      names.push(key)
      around.push(key === 'choices' ? null : value)
      if (key === 'choices') after = ''
      else if (after === undefined) before += `${JSON.stringify(key)}:${JSON.stringify(value)},`
      else after += `,${JSON.stringify(key)}:${JSON.stringify(value)}`
    }
    if (after === undefined) return
    keys = names
    values = around
    head = `{${before}"choices":`
    tail = `${after}}`
  }

  return (wire) => {
    if (fits(wire)) return head + printChoices(wire['choices'] ?? null) + tail
    learn(wire)
    return JSON.stringify(wire)
  }
}
