import { withoutLeadingPath, type Failure, type Pointer } from '@interlingua/core'
import type { EmbedRequest } from '@interlingua/embeddings'

/** What dialects call the settings of an input, at the end of a path or of what an error names. */
const settings: Readonly<Record<string, 'dimensions' | 'task' | 'title' | 'truncate'>> = {
  dimensions: 'dimensions',
  outputDimensionality: 'dimensions',
  output_dimensionality: 'dimensions',
  taskType: 'task',
  task_type: 'task',
  title: 'title',
  autoTruncate: 'truncate',
  auto_truncate: 'truncate',
}
const setting = new RegExp(`\\b(?:${Object.keys(settings).join('|')})\\b`)
const last = new RegExp(`(?:${Object.keys(settings).join('|')})$`)

/** The list of a dialect, the number of an entry, and what is within the entry. */
const entry = /^\/(?:input|requests|instances)(?:\/(\d+)(\/.*)?)?$/

/**
 * The upstream names a field of what it was sent; the client is told where it said that itself. What is within an input has the same name
 * where both speak the same; elsewhere the input is named alone, and what is none of the inputs not at all.
 */
export function placeFailure(failure: Failure, call: EmbedRequest, same: boolean): Failure {
  const { path, ...rest } = failure
  if (path === undefined) return failure
  const named = (same ? last : setting).exec(path)?.[0]
  const said = named === undefined ? undefined : settings[named]
  const placed = said && placeOfSetting(call, said, Number(/\d+/.exec(path)?.[0] ?? 0))
  if (placed !== undefined) return { ...rest, message: withoutLeadingPath(rest.message), path: placed }
  const found = entry.exec(path)
  if (found === null) return same ? failure : rest
  const [, number, within = ''] = found
  const input = number === undefined && call.inputs.length === 1 ? call.inputs[0] : call.inputs[Number(number ?? -1)]
  if (input?.at === undefined) return rest
  const place = same ? `${input.at}${within}` : input.at
  return place === '' ? rest : { ...rest, message: withoutLeadingPath(rest.message), path: place as typeof path } // an input's pointer, with the end of another
}

/** Where the caller said a setting: for all inputs at once, or of that one; `undefined` where it did not. */
function placeOfSetting(call: EmbedRequest, name: (typeof settings)[string], index: number): Pointer | undefined {
  const input = call.inputs[index]
  if (input?.[name] === undefined) return undefined
  const shared = call.fields?.[`inputs.${name}`]
  const own = input.fields?.[name]
  return shared ?? (own === undefined ? undefined : (`${input.at ?? ''}${own}` as Pointer)) // two pointers, one after the other
}
