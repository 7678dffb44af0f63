import { type GenerateRequest, type Notice, pointer, type Pointer } from '@interlingua/core'
import { declareNotices } from '@interlingua/core/adapter'
import type { RequestDefaults } from '@interlingua/upstreams'

export const notice = declareNotices('gateway', [], {
  'defaults-added': {
    kind: 'approximated',
    message: 'the operator set a value of this parameter for requests to this model that have none',
    benign: true,
  },
})

/**
 * Gives a request the parameters that the operator set for its model, where it has none; the same request if it has all. Tells each by a notice, at
 * the canonical name of the parameter.
 */
export function addDefaults(
  request: GenerateRequest,
  defaults: RequestDefaults | undefined,
  onNotice: (notice: Notice) => void,
): GenerateRequest {
  if (defaults === undefined) return request
  const { maxTokens, reasoningEffort, ...sampling } = defaults
  let { output, reasoning } = request
  const added: Pointer[] = []
  const sampled: Record<string, number> = {}
  for (const [name, value] of Object.entries(sampling)) {
    if (value === undefined || request.sampling?.[name as keyof typeof sampling] !== undefined) continue // names of the object above
    sampled[name] = value
    added.push(pointer('/sampling', name))
  }
  if (maxTokens !== undefined && output?.maxTokens === undefined) {
    output = { ...output, maxTokens }
    added.push('/output/maxTokens')
  }
  if (reasoningEffort !== undefined && reasoning === undefined) {
    reasoning = { effort: reasoningEffort }
    added.push('/reasoning/effort')
  }
  if (added.length === 0) return request
  for (const at of added) onNotice(notice('defaults-added', at))
  return {
    ...request,
    ...(output && { output }),
    ...(reasoning && { reasoning }),
    ...(Object.keys(sampled).length > 0 && { sampling: { ...request.sampling, ...sampled } }),
  }
}
