import type { AdmittedRequest } from '../server/client-request.ts'
import { admitStream } from '../reply/admit-stream.ts'
import type { GatewayState } from '../server/gateway-state.ts'
import type { Reply } from '../server/reply.ts'
import { chooseTargets } from '../calls/attempt.ts'
import { permitsModel, refuseModel } from '@interlingua/access'
import type { Failure, JsonObject } from '@interlingua/core'
import type { RequestHead } from '@interlingua/core/edge'
import type { FailureReply, Guarded } from '@interlingua/gateway-kernel'
import type { ApiKey } from '@interlingua/store'
import type { Capability, Target } from '@interlingua/upstreams'

/** Failure for a model that no channel has, with the caller's id, cut to a sane length. `patterns`: patterns of models that no list names. */
export function unknownModel(model: string, patterns: readonly string[] = []): FailureReply {
  const name = model.slice(0, 200)
  const others = patterns.length === 0 ? '' : ` Ids like ${patterns.slice(0, 10).join(', ')} are served as well.`
  return {
    failure: {
      code: 'not-found',
      message: `The model ${JSON.stringify(name)} does not exist here. GET /v1/models lists what there is.${others}`,
      retryable: false,
      status: 404,
      path: '/model',
    },
  }
}

/** Patterns by which channels serve models that no list names; none for a key that may use some models only. */
export function patternsOf({ channels }: GatewayState, key: ApiKey | undefined): readonly string[] {
  if ((key?.models?.length ?? 0) > 0) return []
  const names = channels.flatMap(({ models }) => models.map(({ name }) => name))
  return [...new Set(names.filter((name) => name.includes('*') && name !== '*'))]
}

const capabilities = ['generate', 'embed', 'predict', 'video'] as const satisfies readonly Capability[]

const purposes = { generate: 'text', embed: 'embeddings', image: 'images', predict: 'images', video: 'videos' } as const satisfies Record<
  Capability,
  string
>

/** Failure for a model without the asked capability, or for an unknown model: a model of another capability is not called unknown. */
export function noSuchModel({ client: { gateway }, grant: { key } }: AdmittedRequest, model: string, capability: Capability): FailureReply {
  const isFor = (each: Capability): boolean => gateway.candidates(model, '', each).targets.length > 0
  const other = isFor(capability) ? undefined : capabilities.find(isFor)
  if (other === undefined) return unknownModel(model, patternsOf(gateway, key))
  // A cut may leave half a character, which a URL cannot hold.
  const short = model.slice(0, 200).toWellFormed()
  const name = JSON.stringify(short)
  const message =
    capability === 'image' && other !== 'embed' && isFor('predict')
      ? `The model ${name} makes images natively: POST /v1/models/${encodeURIComponent(short)}:generateContent, or :streamGenerateContent?alt=sse.`
      : `The model ${name} is for ${purposes[other]}, not for ${purposes[capability]}.`
  return { failure: { code: 'invalid-request', message, retryable: false, status: 400, path: '/model' } }
}

/** Request that may go to upstreams: its head, and its targets, the best first. */
interface AdmittedHead {
  readonly head: RequestHead
  readonly targets: readonly Target[]
}

/** Admits a request to the targets of its model, or gives the failure that answers it. */
export function admitRequest(
  admitted: AdmittedRequest,
  reply: Reply,
  body: JsonObject,
  purpose: 'generate' | 'count',
): Guarded<AdmittedHead> {
  const { edge, incoming: request, params } = admitted.client
  const asked = { headers: request.headers, path: params, body }
  const head = edge.client.readHead(asked)
  if ('code' in head) return modelFailure(head)
  admitted.model = head.model
  admitted.stream = head.stream
  const choose = (full: FailureReply | undefined): AdmittedHead | FailureReply => full ?? chooseModel(admitted, head, asked, purpose)
  const full = purpose === 'generate' ? admitStream(admitted, reply) : undefined
  return full instanceof Promise ? full.then(choose) : choose(full)
}

function chooseModel(
  admitted: AdmittedRequest,
  head: RequestHead,
  asked: Parameters<AdmittedRequest['client']['edge']['client']['readHead']>[0],
  purpose: 'generate' | 'count',
): AdmittedHead | FailureReply {
  const { gateway, edge } = admitted.client
  if (!permitsModel(admitted.grant.key, head.model)) return refuseModel(head.model)
  const failure = edge.client.check?.(asked, purpose, gateway.capacity)
  if (failure) return modelFailure(failure)
  const targets = chooseTargets(admitted, head.model, asked.body)
  if (targets.length === 0)
    return admitted.requiredChannel === undefined ? noSuchModel(admitted, head.model, 'generate') : notThere(head.model)
  return { head, targets }
}

/** Failure for a model that the upstream with the referenced state does not have. */
function notThere(model: string): FailureReply {
  const message = `The upstream that keeps what this request refers to has no model ${JSON.stringify(model.slice(0, 200))}.`
  return { failure: { code: 'invalid-request', message, retryable: false, status: 400, path: '/model' } }
}

/** Failure reply for a format's own check, with the status that the check names. */
function modelFailure(failure: Failure): FailureReply {
  return failure.status === undefined ? { failure } : { failure, status: failure.status }
}
