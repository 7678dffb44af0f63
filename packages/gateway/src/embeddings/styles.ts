import type { ClientRequest } from '../server/client-request.ts'
import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { EmbedAdapter } from '@interlingua/embeddings'
import { type FailureReply, invalidRequest } from '@interlingua/gateway-kernel'

/** Dialect in which clients ask this gateway for embeddings. */
export interface EmbedStyle {
  readonly adapter: EmbedAdapter
  readonly readModel: (client: ClientRequest, body: JsonObject) => { readonly model: string } | FailureReply
  /** Dialect settings of the client's side: the part of the dialect that this service takes. */
  readonly settings: (client: ClientRequest) => JsonObject
  /** True if an answer always has a token count; then the gateway estimates one that the upstream left out. */
  readonly reportsUsage: (client: ClientRequest) => boolean
}

/** Model in the path of a native method; a failure if there is none. */
export function readPathModel({ params }: ClientRequest): { readonly model: string } | FailureReply {
  const { model = '' } = params
  return model === '' ? invalidRequest('the path names no model: /v1beta/models/{model}:{method}') : { model }
}

/** True if the body of `:predict` asks for embeddings: its instances have a `content`, while those of images have a `prompt`. */
export function isEmbedPredict({ instances }: JsonObject): boolean {
  return Array.isArray(instances) && instances.some((instance) => isJsonObject(instance) && instance['content'] !== undefined)
}
