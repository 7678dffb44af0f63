import { pointer, WireError, type Format } from '@interlingua/core'
import { placeOfInput } from './create-reporter.ts'
import type { EmbedInput, EmbedRequest } from './embed-request.ts'

const document = 'RETRIEVAL_DOCUMENT'

/** Throws a `WireError` for a title that Google's servers would refuse, since they do not name the field. */
export function checkTitle(format: Format, request: EmbedRequest, { title, task, at, fields }: EmbedInput, index: number): void {
  if (title === undefined || task === document) return
  const place = placeOfInput(request, at ?? pointer('/inputs', index), fields, 'title')
  throw new WireError(format, place, `a title is only taken with the task type ${document}`)
}
