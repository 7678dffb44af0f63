import type { Format, WireReply } from '@interlingua/core'
import type { ListContext } from './list-context.ts'
import type { ListQuery } from './list-query.ts'
import type { ListedModel } from './listed-model.ts'
import type { ModelList } from './model-list.ts'

/**
 * A style of the model list, both as its server and as its client. A decode function takes only what a parse function of the same adapter
 * returned.
 */
export interface ModelListAdapter<L = unknown, M = unknown> {
  readonly format: Format
  /** The endpoint of the list, and that of one model. */
  readonly path: string
  modelPath(id: string): string
  /** Reads the parameters of a query. Throws a `WireError` that names the parameter. */
  decodeQuery(query: Readonly<Record<string, string>>): ListQuery
  encodeQuery(query: ListQuery): Readonly<Record<string, string>>
  /** Throws a `WireError`. Returns its input, checked. */
  parseList(reply: WireReply<unknown>): WireReply<L>
  decodeList(reply: WireReply<L>): ModelList
  /** Reports fields for which the style has no place: once for each field, at the first model that has it. */
  encodeList(list: ModelList, context: ListContext): WireReply<L>
  parseModel(reply: WireReply<unknown>): WireReply<M>
  decodeModel(reply: WireReply<M>): ListedModel
  encodeModel(model: ListedModel, context: ListContext): WireReply<M>
}
