import { isJsonObject, pointer, WireError } from '@interlingua/core'
import { pathSegment } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import type { ModelListAdapter } from '../model-list-adapter.ts'
import { readLimit } from '../read-limit.ts'
import { reportLoss, type Said } from '../report-loss.ts'
import { extensionOf, hintOf, withRest } from '../wire-object.ts'
import { decodeModel } from './decode-model.ts'
import { encodeModel } from './encode-model.ts'
import { format } from './format.ts'
import { listSchema, modelSchema, type WireGeminiList, type WireGeminiModel } from './wire.ts'

const mostOnPage = 1000

const said: Said = {
  created: false,
  ownedBy: false,
  displayName: true,
  description: true,
  inputLimit: true,
  outputLimit: true,
  capabilities: false,
  operations: true,
  lifecycle: false,
  deprecatedAt: false,
  retiresAt: false,
}

/** `GET /v1beta/models` of Gemini. https://ai.google.dev/api/models */
export const geminiModels = {
  format,
  path: '/v1beta/models',
  modelPath: (id) => `/v1beta/models/${pathSegment(id)}`,
  // Reads either spelling, as Google's servers do; a size of 0 counts as absent.
  decodeQuery({ page_size: size, page_token: token, pageSize = size, pageToken = token }) {
    const limit = /^0+$/.test(pageSize ?? '') ? undefined : readLimit(format, 'pageSize', pageSize, mostOnPage)
    return { ...(limit !== undefined && { limit }), ...(pageToken && { after: pageToken }) }
  },
  encodeQuery: ({ limit, after }) => ({
    ...(limit !== undefined && { pageSize: String(limit) }),
    ...(after !== undefined && { pageToken: after }),
  }),
  parseList(reply) {
    check(format, listSchema, reply.body)
    // An empty list is `{}`, so only `error` tells an error from it.
    if (isJsonObject(reply.body) && reply.body['error'] !== undefined)
      throw new WireError(format, '/error', 'an error, not a list of models')
    return reply as typeof reply & { readonly body: WireGeminiList } // just checked
  },
  decodeList({ body }) {
    const { models = [], nextPageToken: token } = body
    const read = new Set(['models', ...(token ? ['nextPageToken'] : [])])
    return {
      models: models.map((wire, index) => decodeModel(wire, pointer('/models', index))),
      ...(token && { next: { token } }),
      at: '',
      ...extensionOf(format, body, read, body.models === undefined ? { empty: true } : {}),
    }
  },
  encodeList(list, context) {
    reportLoss(list.models, format, said, context)
    const models = list.models.map(encodeModel)
    const bare = models.length === 0 && hintOf(list, format)['empty'] === true
    const wire = { ...(!bare && { models }), ...(list.next && { nextPageToken: list.next.token }) }
    return { status: 200, headers: {}, body: withRest(wire, list, format) as WireGeminiList } // nothing in it is required
  },
  parseModel(reply) {
    check(format, modelSchema, reply.body)
    return reply as typeof reply & { readonly body: WireGeminiModel } // just checked
  },
  decodeModel: ({ body }) => decodeModel(body),
  encodeModel(model, context) {
    reportLoss([model], format, said, context)
    return { status: 200, headers: {}, body: encodeModel(model) }
  },
} satisfies ModelListAdapter<WireGeminiList, WireGeminiModel>
