import type { FormatId, Item } from '../formats/gist.ts'

/** A seal of another vendor, in an envelope that says whose it is. */
export function wrapSeal(seal: string, from: FormatId): string {
  return Buffer.from(`tongues ${from} ${seal}`).toString('base64')
}

/** Items with the seals that the target's vendor made; those of others are left out, and told. */
export function ownSeals(list: readonly Item[], from: FormatId, to: FormatId, losses: string[]): readonly Item[] {
  return list.flatMap((item): readonly Item[] => {
    if ((item.kind !== 'think' && item.kind !== 'call') || item.seal === undefined) return [item]
    const { seal, ...rest } = item
    const found = /^tongues ([MRCG]) (.*)$/s.exec(Buffer.from(seal, 'base64').toString())
    if ((found?.[1] ?? from) === to) return [{ ...item, seal: found?.[2] ?? seal }]
    losses.push('signature', 'encrypted_content', 'thoughtSignature', 'reasoning_details')
    return item.kind === 'think' && item.redacted === true ? [] : [rest as Item] // without its seal it is the same kind of item
  })
}
