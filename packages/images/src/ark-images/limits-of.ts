import type { Context } from '@interlingua/core'
import { anyLimits, limitsByModel, type Limits } from './limits.ts'
import { readDialect } from './read-dialect.ts'

/** The limits of a model. The profile's `like` names the model behind an id that tells none. */
export function limitsOf(model: string, context: Context): Limits {
  const id = (readDialect(context.dialect).like ?? model).toLowerCase().replaceAll('.', '-')
  return limitsByModel.find(([pattern]) => pattern.test(id))?.[1] ?? anyLimits
}
