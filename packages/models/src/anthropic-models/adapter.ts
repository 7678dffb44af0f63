import { pointer, WireError } from '@interlingua/core'
import { pathSegment } from '@interlingua/core/adapter'
import { check } from '@interlingua/adapter-kit'
import type { ModelListAdapter } from '../model-list-adapter.ts'
import { readLimit } from '../read-limit.ts'
import { reportLoss, type Said } from '../report-loss.ts'
import { extensionOf, hintOf, withRest } from '../wire-object.ts'
import { decodeModel } from './decode-model.ts'
import { encodeModel } from './encode-model.ts'
import { format } from './format.ts'
import { listSchema, modelSchema, type WireAnthropicList, type WireAnthropicModel } from './wire.ts'

const mostOnPage = 1000
const pageKeys = ['has_more', 'first_id', 'last_id']

const said: Said = {
  created: true,
  ownedBy: false,
  displayName: true,
  description: false,
  inputLimit: true,
  outputLimit: true,
  capabilities: true,
  operations: false,
  lifecycle: true,
  deprecatedAt: true,
  retiresAt: true,
}

/** `GET /v1/models` of Anthropic. https://docs.claude.com/en/api/models-list */
export const anthropicModels = {
  format,
  path: '/v1/models',
  modelPath: (id) => `/v1/models/${pathSegment(id)}`,
  decodeQuery({ limit, after_id: after, before_id: before }) {
    const size = readLimit(format, 'limit', limit, mostOnPage)
    if (after && before) throw new WireError(format, '/before_id', 'only one of after_id and before_id may be given')
    return { ...(size !== undefined && { limit: size }), ...(after && { after }), ...(before && { before }) }
  },
  encodeQuery: ({ limit, after, before }) => ({
    ...(limit !== undefined && { limit: String(limit) }),
    ...(after !== undefined && { after_id: after }),
    ...(before !== undefined && { before_id: before }),
  }),
  parseList(reply) {
    check(format, listSchema, reply.body)
    return reply as typeof reply & { readonly body: WireAnthropicList } // just checked
  },
  decodeList({ body }) {
    const { data, has_more: more, last_id: last } = body
    const missing = pageKeys.filter((key) => body[key] === undefined)
    return {
      models: data.map((wire, index) => decodeModel(wire, pointer('/data', index))),
      ...(more === true && typeof last === 'string' && { next: { token: last } }),
      at: '',
      ...extensionOf(format, body, new Set(['data', ...pageKeys]), missing.length > 0 ? { missing } : {}),
    }
  },
  encodeList(list, context) {
    reportLoss(list.models, format, said, context)
    const { missing } = hintOf(list, format)
    const first = list.models[0]?.id ?? null
    // Pagers of this style continue from the last id of the page, which is what `next` names.
    const page = { has_more: list.next !== undefined, first_id: first, last_id: list.models.at(-1)?.id ?? null }
    const shown = Object.entries(page).filter(([key]) => !(Array.isArray(missing) && missing.includes(key)))
    const data = list.models.map((model) => encodeModel(model, context))
    return { status: 200, headers: {}, body: withRest({ data, ...Object.fromEntries(shown) }, list, format) as WireAnthropicList } // has data
  },
  parseModel(reply) {
    check(format, modelSchema, reply.body)
    return reply as typeof reply & { readonly body: WireAnthropicModel } // just checked
  },
  decodeModel: ({ body }) => decodeModel(body),
  encodeModel(model, context) {
    reportLoss([model], format, said, context)
    return { status: 200, headers: {}, body: encodeModel(model, context) }
  },
} satisfies ModelListAdapter<WireAnthropicList, WireAnthropicModel>
