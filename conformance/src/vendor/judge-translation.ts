import { isInterlinguaError, translateRequest } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { vendorRefusals } from '@interlingua/scripted-provider'
import type { VendorRefusal } from '@interlingua/scripted-provider'
import { createTestContext } from '@interlingua/testkit'
import type { FormatId } from '../format-id.ts'
import { formats } from '../formats.ts'
import { upstreamOf } from './vendor-models.ts'
import type { VendorModel } from './vendor-models.ts'

/** What became of a request: refused by us with the place of the fault, or sent, and what the vendor would say to it. */
export type JudgedTranslation =
  | { readonly refused: string }
  | { readonly refused?: undefined; readonly sent: JsonObject; readonly refusals: readonly VendorRefusal[] }

/**
 * A request document of a client of `source`, translated for a model as the gateway does it, and judged. Where `source` is the model's own
 * format, the model is one that the caller did not name: an alias or a route led to it.
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
    const sent = JSON.parse(JSON.stringify(body)) as JsonObject // what is printed is what counts
    return { sent, refusals: judgeBody(model, sent, headers) }
  } catch (error) {
    if (isInterlinguaError(error)) return { refused: `${error.path}: ${error.message}` }
    throw error
  }
}

/** A whole document of the model's format, judged. */
export function judgeBody(
  model: VendorModel,
  document: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): readonly VendorRefusal[] {
  const { model: _model, stream: _stream, ...rest } = document
  // What the path of a request to Gemini says stands in no body.
  const body = model.format === 'contents' ? rest : document
  return vendorRefusals(model.format, model.id, body, {
    headers,
    ...(model.vendor && { vendor: model.vendor }),
  })
}

/** A refusal in one line, without the numbers of places: so that equal faults are one. */
export function spellRefusal({ rule, path }: VendorRefusal): string {
  return `${rule} ${path.replace(/\/\d+/g, '/*')}`
}
