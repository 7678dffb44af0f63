import type { Json } from '@interlingua/core'
import type { LocatedObject } from './located.ts'
import type { Lost } from './lost.ts'
import type { Lowering } from './lowering.ts'
import { typeOf } from './type-of.ts'

/** Writes the values with one of `types` into `out` if the dialect takes them; else into the description. */
export function writeEnum(
  lowering: Lowering,
  { path }: LocatedObject,
  types: readonly string[],
  values: readonly Json[] | undefined,
  out: Record<string, Json>,
  lost: Lost[],
): void {
  if (values === undefined) return
  const { rules } = lowering
  const typed = values.filter((value) => {
    const type = typeOf(value)
    return types.includes(type) || (type === 'integer' && types.includes('number'))
  })
  if (typed.length < values.length) lowering.report(path, 'enum', 'rewritten')
  // Beside `nullable`, null need not be listed.
  if (typed.every((value) => rules.enumValue(value) || (value === null && rules.oneType && types.length > 1))) out.enum = typed
  else if (types.length === 1 && types[0] === 'null') lowering.report(path, 'enum', 'rewritten')
  else {
    lost.push({ keyword: 'enum', value: typed })
    lowering.report(path, 'enum', 'described')
  }
}
