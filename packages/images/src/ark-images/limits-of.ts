import type { Context } from '@interlingua/core'
import { anyLimits, limitsByModel, type Limits } from './limits.ts'
import { readDialect } from './read-dialect.ts'

/** What the model takes. The dialect profile may say of which model an id is another name. */
export function limitsOf(model: string, context: Context): Limits {
  const id = (readDialect(context.dialect).like ?? model).toLowerCase().replaceAll('.', '-')
  return limitsByModel.find(([pattern]) => pattern.test(id))?.[1] ?? anyLimits
}
