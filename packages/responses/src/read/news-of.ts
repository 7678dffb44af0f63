import type { Extensions, JsonObject } from '@interlingua/core'
import { extensionOf, keep } from '../extension.ts'
import type { JsonDraft } from '../extension.ts'

/** Keys at the end of a part that its start did not have. */
export function newsOf(told: Extensions | undefined, whole: Extensions | undefined): Extensions | undefined {
  if (told === undefined || whole === undefined) return whole
  return extensionOf(newKeys(told.responses?.rest, whole.responses?.rest), newKeys(told.responses?.hint, whole.responses?.hint))
}

function newKeys(told: JsonObject | undefined, whole: JsonObject | undefined): JsonObject | undefined {
  if (told === undefined || whole === undefined) return whole
  let news: JsonDraft | undefined
  for (const key in whole) {
    const value = whole[key]
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(told[key])) news = keep(news, key, value)
  }
  return news
}
