import { deriveId } from '@interlingua/core'

/**
 * Ids of the items of one answer. They tell by themselves what belongs together, so that pairs can be checked without a memory: all have the
 * same base, which ends in `r` where the item is reasoning or what follows it directly, then the item's number.
 */
export const itemIds = {
  base: (responseId: string): string => deriveId('', 'item', responseId),
  create: (prefix: string, base: string, index: number, paired: boolean): string =>
    `${prefix}_${base}${paired ? 'r' : 'p'}${String(index).padStart(2, '0')}`,
  /** The id of the reasoning that must stand before the item with this id, if one must. */
  requiredReasoning(id: string): string | undefined {
    const found = /^(?!rs_)[a-z]+_([a-z2-7]{24})r(\d\d)$/.exec(id)
    return found?.[1] === undefined ? undefined : `rs_${found[1]}r${String(Number(found[2]) - 1).padStart(2, '0')}`
  },
} as const
