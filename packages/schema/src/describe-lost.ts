import type { Json } from '@interlingua/core'
import type { Lost } from './lost.ts'

/** Appends to a description the keywords that the schema loses, as one JSON object; a keyword lost twice gives a list of objects. */
export function describeLost(description: string | undefined, lost: readonly Lost[]): string | undefined {
  if (lost.length === 0) return description
  const groups: Map<string, Json>[] = []
  for (const { keyword, value } of lost) {
    const group = groups.find((each) => !each.has(keyword))
    if (group === undefined) groups.push(new Map([[keyword, value]]))
    else group.set(keyword, value)
  }
  const text = `Constraints: ${groups.map((group) => JSON.stringify(Object.fromEntries(group))).join(' and ')}`
  return description === undefined || description === '' ? text : `${description}\n\n${text}`
}
