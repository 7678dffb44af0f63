import type { Extensions, JsonObject } from '@interlingua/core'
import { box, keep } from '../extension.ts'
import type { Bag } from '../extension.ts'

/** What the end of a part tells that its start did not. */
export function newsOf(told: Extensions | undefined, whole: Extensions | undefined): Extensions | undefined {
  if (told === undefined || whole === undefined) return whole
  return box(newKeys(told.responses?.rest, whole.responses?.rest), newKeys(told.responses?.hint, whole.responses?.hint))
}

function newKeys(told: JsonObject | undefined, whole: JsonObject | undefined): JsonObject | undefined {
  if (told === undefined || whole === undefined) return whole
  let news: Bag | undefined
  for (const key in whole) {
    const value = whole[key]
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(told[key])) news = keep(news, key, value)
  }
  return news
}
