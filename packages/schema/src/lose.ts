import type { Json } from '@interlingua/core'
import { isShallow } from './is-shallow.ts'
import type { LocatedObject } from './located.ts'
import type { Lost } from './lost.ts'
import type { Lowering } from './lowering.ts'

/** Length that one constraint may add to a description, in characters. */
const longest = 4000

/** Notes the loss of `keyword` of `part`: in `lost` if it can be described, and in the report in any case. */
export function lose(lowering: Lowering, part: LocatedObject, keyword: string, lost: Lost[], canDescribe: boolean): void {
  const value = part.schema[keyword] as Json // callers pass own keywords of the part
  const described = canDescribe && isShallow(value) && JSON.stringify(value).length <= longest
  if (described) lost.push({ keyword, value })
  lowering.report(part.path, keyword, described ? 'described' : 'dropped')
}
