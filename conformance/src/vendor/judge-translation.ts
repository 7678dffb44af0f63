import { isInterlinguaError, translateRequest } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { vendorRefusals } from '@interlingua/scripted-provider'
import type { VendorRefusal } from '@interlingua/scripted-provider'
import { createTestContext } from '@interlingua/testkit'
import type { FormatId } from '../format-id.ts'
import { formats } from '../formats.ts'
import { upstreamOf } from './vendor-models.ts'
import type { VendorModel } from './vendor-models.ts'

/** Outcome of a request: refused by the library with the place of the fault, or sent, with the refusals of the vendor. */
export type JudgedTranslation =
  | { readonly refused: string }
  | { readonly refused?: undefined; readonly sent: JsonObject; readonly refusals: readonly VendorRefusal[] }

/**
 * Translates a request document of a client of `source` for a model as the gateway does, and judges it. If `source` is the model's own
 * format, the caller did not name the model: an alias or a route led to it.
 */
export function judgeTranslation(source: FormatId, document: JsonObject, model: VendorModel): JudgedTranslation {
  const target = formats[model.format]
  const sides = {
    client: createTestContext().context,
    upstream: createTestContext({ ...upstreamOf(model), ...(source === model.format && { modelChosen: true }) }).context,
  }
  try {
    const message = { path: '', query: {}, headers: formats[source].headers, body: { ...document, model: model.id } }
    const translated = translateRequest(formats[source].documents, target.documents, message, sides)
    if (translated.refusal) return { refused: translated.refusal.message }
    const { headers, body } = translated.message
    const sent = JSON.parse(JSON.stringify(body)) as JsonObject // the printed form is judged
    return { sent, refusals: judgeBody(model, sent, headers) }
  } catch (error) {
    if (isInterlinguaError(error)) return { refused: `${error.path}: ${error.message}` }
    throw error
  }
}

/** Judges a whole document of the model's format. */
export function judgeBody(
  model: VendorModel,
  document: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): readonly VendorRefusal[] {
  const { model: _model, stream: _stream, ...rest } = document
  // Members of a Gemini request's path are in no body.
  const body = model.format === 'contents' ? rest : document
  return vendorRefusals(model.format, model.id, body, {
    headers,
    ...(model.vendor && { vendor: model.vendor }),
  })
}

/** Formats a refusal in one line without the numbers of places, so that equal faults are equal lines. */
export function encodeRefusal({ rule, path }: VendorRefusal): string {
  return `${rule} ${path.replace(/\/\d+/g, '/*')}`
}
