import { isShallow } from './is-shallow.ts'
import type { Json } from '@interlingua/core'
import type { Lowering } from './lowering.ts'
import type { LocatedObject } from './located.ts'

const longest = 4000

/** What a schema loses and its description must say. */
export interface Lost {
  readonly keyword: string
  readonly value: Json
}

/** Notes that `keyword` of `part` is lost: into `lost` if it can be described, and into the report in any case. */
export function lose(lowering: Lowering, part: LocatedObject, keyword: string, lost: Lost[], canDescribe: boolean): void {
  const value = part.schema[keyword] as Json // callers pass own keywords of the part
  const described = canDescribe && isShallow(value) && JSON.stringify(value).length <= longest
  if (described) lost.push({ keyword, value })
  lowering.report(part.path, keyword, described ? 'described' : 'dropped')
}

/** The description of a schema with what it loses behind it, as one JSON object; a keyword lost twice gives a list of objects. */
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
