import type { Failure } from '@interlingua/core'
import type { EmbedRequest } from '@interlingua/embeddings'

/** The list of a dialect, the number of an entry, and what is within the entry. */
const entry = /^\/(?:input|requests|instances)(?:\/(\d+)(\/.*)?)?$/

/**
 * The upstream names a field of what it was sent; the client is told where it said that itself. What is within an input has the same name
 * where both speak the same; elsewhere the input is named alone, and what is none of the inputs not at all.
 */
export function placeFailure(failure: Failure, call: EmbedRequest, same: boolean): Failure {
  const { path, ...rest } = failure
  if (path === undefined) return failure
  const found = entry.exec(path)
  if (found === null) return same ? failure : rest
  const [, number, within = ''] = found
  const input = number === undefined && call.inputs.length === 1 ? call.inputs[0] : call.inputs[Number(number ?? -1)]
  if (input?.at === undefined) return rest
  const place = same ? `${input.at}${within}` : input.at
  return place === '' ? rest : { ...rest, path: place as typeof path } // an input's pointer, with the end of another
}
