import { pointer } from '@interlingua/core'
import { pathSegment } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import type { ModelListAdapter } from '../model-list-adapter.ts'
import { reportLoss, type Said } from '../report-loss.ts'
import { extensionOf, hintOf, isOwn, withRest } from '../wire-object.ts'
import { decodeModel } from './decode-model.ts'
import { encodeModel } from './encode-model.ts'
import { format } from './format.ts'
import { listSchema, modelSchema, type WireOpenaiList, type WireOpenaiModel } from './wire.ts'

const said: Said = {
  created: true,
  ownedBy: true,
  displayName: false,
  description: false,
  inputLimit: true,
  outputLimit: true,
  // Only some capabilities have a place.
  capabilities: false,
  operations: false,
  lifecycle: false,
  deprecatedAt: false,
  retiresAt: true,
}
/** Fields of compatible servers, printed again for models that came from one. */
const saidOfOwn: Said = { ...said, displayName: true, description: true }

/** `GET /v1/models` of OpenAI and of servers that are compatible with it. https://platform.openai.com/docs/api-reference/models */
export const openaiModels = {
  format,
  path: '/v1/models',
  modelPath: (id) => `/v1/models/${pathSegment(id)}`,
  // Lists have no pages: parameters of other servers are ignored, as OpenAI does.
  decodeQuery: () => ({}),
  encodeQuery: () => ({}),
  parseList(reply) {
    check(format, listSchema, reply.body)
    return reply as typeof reply & { readonly body: WireOpenaiList } // just checked
  },
  decodeList({ body }) {
    const read = new Set(['data', ...(body['object'] === 'list' ? ['object'] : [])])
    const models = body.data.map((wire, index) => decodeModel(wire, pointer('/data', index)))
    return { models, at: '', ...extensionOf(format, body, read, body['object'] === undefined ? { bare: true } : {}) }
  },
  encodeList(list, context) {
    reportLoss(
      list.models.filter((model) => isOwn(model, format)),
      format,
      saidOfOwn,
      context,
    )
    reportLoss(
      list.models.filter((model) => !isOwn(model, format)),
      format,
      said,
      context,
    )
    const data = list.models.map((model) => encodeModel(model, context))
    const wire = withRest(hintOf(list, format)['bare'] === true ? { data } : { object: 'list', data }, list, format)
    return { status: 200, headers: {}, body: wire as WireOpenaiList } // has data
  },
  parseModel(reply) {
    check(format, modelSchema, reply.body)
    return reply as typeof reply & { readonly body: WireOpenaiModel } // just checked
  },
  decodeModel: ({ body }) => decodeModel(body),
  encodeModel(model, context) {
    reportLoss([model], format, isOwn(model, format) ? saidOfOwn : said, context)
    return { status: 200, headers: {}, body: encodeModel(model, context) }
  },
} satisfies ModelListAdapter<WireOpenaiList, WireOpenaiModel>
