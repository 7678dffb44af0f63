import { WireError } from '@interlingua/core'
import type { ListQuery } from './list-query.ts'
import type { ListedModel } from './listed-model.ts'
import type { ModelList } from './model-list.ts'

/**
 * Page of `models` that `query` asks for, with the beginning of the next. Throws a `WireError` for a place whose id is no longer in the
 * list, since a pager would take an empty page for the end; `names` has the spelling of the parameters.
 */
export function pageModels(
  models: readonly ListedModel[],
  query: ListQuery,
  names: { readonly format: string; readonly after: string; readonly before: string },
): ModelList {
  const { limit, after, before } = query
  const start = after === undefined ? 0 : placeOf(models, after, names.format, names.after) + 1
  const end = before === undefined ? models.length : placeOf(models, before, names.format, names.before)
  if (before !== undefined && after === undefined) {
    // Backwards: the page next to the place, in the list's own order.
    const from = limit === undefined ? 0 : Math.max(0, end - limit)
    return closed(models.slice(from, end), from > 0)
  }
  const to = limit === undefined ? end : Math.min(end, start + limit)
  return closed(models.slice(start, to), to < end)
}

function placeOf(models: readonly ListedModel[], id: string, format: string, name: string): number {
  const index = models.findIndex((model) => model.id === id)
  if (index === -1) throw new WireError(format, `/${name}`, `${name} names no model of this list`)
  return index
}

function closed(models: readonly ListedModel[], more: boolean): ModelList {
  const last = models.at(-1)
  return more && last ? { models, next: { token: last.id } } : { models }
}
