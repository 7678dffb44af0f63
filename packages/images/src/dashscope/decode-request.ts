import { isJsonObject, type Context, type Json, type JsonObject, type Pointer, type WireMessage } from '@interlingua/core'
import type { Draft } from '@interlingua/core/adapter'
import type { ImageRequest } from '../image-request.ts'
import { keep } from './format.ts'
import { modeOfPath } from './mode-of-path.ts'
import { readClassic, readMessages } from './read-input.ts'
import { readParameters } from './read-parameters.ts'
import type { WireDashscopeRequest } from './wire.ts'

const read: ReadonlySet<string> = new Set(['model', 'input', 'parameters'])

/** Decodes a checked body to a canonical request. The parts without a canonical field stay in `native`. */
export function decodeRequest({ body, path }: WireMessage<WireDashscopeRequest>, _context: Context): ImageRequest {
  const mode = modeOfPath(path)
  const classic = mode === 'classic' || mode === 'edit'
  const fields: Record<string, Pointer> = {}
  const hint: Record<string, Json> = { mode }
  const draft: Draft<ImageRequest> = { model: body.model, at: '', fields }
  const input = classic ? readClassic(body.input, draft, fields) : readMessages(body.input, draft, fields, hint)
  const { parameters } = body
  if (!isJsonObject(parameters)) hint['parameters'] = 'absent'
  const left: JsonObject = isJsonObject(parameters) ? readParameters(parameters, draft, fields, classic) : {}
  const native: { input?: JsonObject; parameters?: JsonObject } = {}
  if (!input) native.input = body.input
  if (Object.keys(left).length > 0) native.parameters = left
  if (native.input !== undefined || native.parameters !== undefined) draft.native = native
  return keep(draft, body, read, hint)
}
