import { pointer, type Format, type Pointer } from '@interlingua/core'
import type { ListContext } from './list-context.ts'
import type { ListedModel } from './listed-model.ts'
import { notice } from './notices.ts'

type Field = Exclude<keyof ListedModel, 'id' | 'at' | 'fields' | 'extensions'>

/** Fields of a listed model that a style can express. Exhaustive by type: a new field does not compile until each style chose. */
export type Said = Readonly<Record<Field, boolean>>

/** Reports, once for each field and each key, what a style cannot express of these models. */
export function reportLoss(models: readonly ListedModel[], format: Format, said: Said, context: ListContext): void {
  const told = new Set<string>()
  const report = (code: 'no-such-field' | 'foreign-field', key: string, at: Pointer): void => {
    if (told.has(`${code} ${key}`)) return
    told.add(`${code} ${key}`)
    context.onNotice(notice(code, at))
  }
  for (const model of models) {
    const base = model.at ?? ''
    for (const field of Object.keys(said)) {
      // `said` has the fields of a model for keys
      if (!said[field as Field] && model[field as Field] !== undefined)
        report('no-such-field', field, model.fields?.[field] === undefined ? pointer(base, field) : `${base}${model.fields[field]}`)
    }
    for (const [extension, { rest = {} }] of Object.entries(model.extensions ?? {}))
      if (extension !== format) for (const key of Object.keys(rest)) report('foreign-field', `${extension} ${key}`, pointer(base, key))
  }
}
