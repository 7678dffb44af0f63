import { deriveId } from '@interlingua/core/adapter'

/**
 * The ids of an answer's items, from which pairs can be checked without a memory. All share a base, which ends in `r` for reasoning and the
 * item right after it, followed by the item's number.
 */
export const itemIds = {
  base: (responseId: string): string => deriveId('', 'item', responseId),
  create: (prefix: string, base: string, index: number, paired: boolean): string =>
    `${prefix}_${base}${paired ? 'r' : 'p'}${String(index).padStart(2, '0')}`,
  /** The id of the reasoning that must precede the item with this id; `undefined` where none must. */
  requiredReasoning(id: string): string | undefined {
    const found = /^(?!rs_)[a-z]+_([a-z2-7]{24})r(\d\d)$/.exec(id)
    return found?.[1] === undefined ? undefined : `rs_${found[1]}r${String(Number(found[2]) - 1).padStart(2, '0')}`
  },
} as const
