import type { Format } from './node.ts'
import type { Part, Seal } from './part.ts'

/**
 * Moves each seal of `format` that `detachSeals` took off back to its part: the call with its id, else the nearest earlier part of its
 * type, else the next; a seal whose part is gone goes to an empty text part. Seals of other formats stay, and `parts` itself is returned
 * where nothing moves.
 */
export function attachSeals(parts: readonly Part[], format: Format): readonly Part[] {
  if (!holdsSealOf(parts, format)) return parts
  const whole: (Part | undefined)[] = [...parts]
  parts.forEach((part, index) => {
    const seal = carriedSeal(part, format)
    if (seal === undefined) return
    const { attachTo, ...own } = seal
    const owner = findOwner(whole, index, attachTo)
    const found = whole[owner]
    if (found === undefined) {
      whole[index] = { type: 'text', text: '', seal: own, ...(part.at !== undefined && { at: part.at }) }
      return
    }
    whole[owner] = { ...found, seal: own }
    whole[index] = undefined
  })
  return whole.filter((part) => part !== undefined)
}

function holdsSealOf(parts: readonly Part[], format: Format): boolean {
  for (const part of parts) if (carriedSeal(part, format) !== undefined) return true
  return false
}

function carriedSeal(part: Part, format: Format): (Seal & { readonly attachTo: string }) | undefined {
  if (part.type !== 'reasoning') return undefined
  const { seal } = part
  return seal !== undefined && seal.format === format && seal.attachTo !== undefined ? { ...seal, attachTo: seal.attachTo } : undefined
}

function findOwner(parts: readonly (Part | undefined)[], from: number, attachTo: string): number {
  const called = parts.findIndex((part) => (part?.type === 'tool-call' || part?.type === 'hosted-call') && part.callId === attachTo)
  if (called !== -1) return called
  const fits = (part: Part | undefined): boolean => part?.type === attachTo && part.seal === undefined
  const earlier = parts.findLastIndex((part, index) => index < from && fits(part))
  // Formats that keep no order put all reasoning first, so the part may come later.
  return earlier === -1 ? parts.findIndex((part, index) => index > from && fits(part)) : earlier
}
