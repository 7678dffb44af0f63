import { placeOfField } from '@interlingua/adapter-kit'
import { pointer } from '@interlingua/core'
import type { Context, GenerateRequest, OutputOptions, Pointer, SamplingOptions } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { refusedSampling } from '@interlingua/core/lower'
import type { Family } from '../families.ts'
import type { Code } from '../notices.ts'
import { isServiceTier } from '../tiers.ts'

type Draft<T> = { -readonly [K in keyof T]: T[K] }
type Report = (code: Code, at: Pointer) => void

/** Options beside the conversation, in the words of this format; sampling and thinking depend on more, and come later. */
export function lowerOptions(request: GenerateRequest, context: Context, report: Report): GenerateRequest {
  const at = (field: string): Pointer => placeOfField(request, field, '')
  const lowered: Draft<GenerateRequest> = { ...request }
  if (request.output) lowered.output = lowerOutput(request.output, at, context, report)
  const { serviceTier: tier, metadata, state } = request
  if (tier !== undefined && !isServiceTier(tier)) {
    if (tier !== 'auto') report('service-tier', at('serviceTier'))
    delete lowered.serviceTier
  }
  if (metadata !== undefined) {
    const kept = lowerMetadata(metadata, at('metadata'), report)
    if (hasKeys(kept)) lowered.metadata = kept
    else delete lowered.metadata
  }
  if (state?.prompt !== undefined && state.prompt !== request.model) {
    report('server-state', at('state.prompt'))
    const { prompt: _, ...others } = state
    lowered.state = others
  }
  return lowered
}

function lowerOutput(output: OutputOptions, at: (field: string) => Pointer, { model }: Context, report: Report): OutputOptions {
  const lowered: Draft<OutputOptions> = { ...output }
  const { maxTokens, stop } = output
  if (maxTokens !== undefined && (!Number.isSafeInteger(maxTokens) || maxTokens < 1)) delete lowered.maxTokens
  else if (maxTokens !== undefined && model?.maxOutput !== undefined && maxTokens > model.maxOutput) {
    report('max-tokens-cap', at('output.maxTokens'))
    lowered.maxTokens = model.maxOutput
  }
  const said = stop?.filter((text) => text.trim() !== '') ?? []
  if (said.length < (stop?.length ?? 0)) report('blank-stop', at('output.stop'))
  if (said.length > 0) lowered.stop = said
  else delete lowered.stop
  return lowered
}

const legalKey = /^[a-zA-Z0-9\s:_@$#=/+,\-.]{1,256}$/
const legalValue = /^[a-zA-Z0-9\s:_@$#=/+,\-.]{0,256}$/
const most = 16

/** Pairs that Bedrock takes, of which there may be sixteen. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
function lowerMetadata(metadata: Readonly<Record<string, string>>, at: Pointer, report: Report): Readonly<Record<string, string>> {
  const entries = Object.entries(metadata)
  const legal = entries.filter(([key, value]) => legalKey.test(key) && legalValue.test(value)).slice(0, most)
  if (legal.length === entries.length) return metadata
  const names = new Set(legal.map(([key]) => key))
  for (const [key] of entries) if (!names.has(key)) report('metadata', pointer(at, key))
  return Object.fromEntries(legal)
}

/** Least top-p beside thinking. https://platform.claude.com/docs/en/build-with-claude/extended-thinking#feature-compatibility */
const leastTopP = 0.95

/** Sampling as the model takes it. `thinks`: Claude thinks, and then takes no temperature but 1. */
export function lowerSampling(
  request: GenerateRequest,
  family: Family | undefined,
  takesTopK: boolean,
  thinks: boolean,
  context: Context,
  report: Report,
): SamplingOptions | undefined {
  const { sampling } = request
  if (sampling === undefined) return undefined
  const lowered: Draft<SamplingOptions> = { ...sampling }
  const drop = (code: Code, key: keyof SamplingOptions): void => {
    if (lowered[key] === undefined) return
    delete lowered[key]
    report(code, placeOfField(request, `sampling.${key}`, ''))
  }
  if (!takesTopK) drop('top-k', 'topK')
  if (thinks && family === 'claude') {
    if (lowered.temperature !== 1) drop('thinking-sampling', 'temperature')
    drop('thinking-sampling', 'topK')
    if (lowered.topP !== undefined && lowered.topP < leastTopP) {
      lowered.topP = leastTopP
      report('thinking-top-p', placeOfField(request, 'sampling.topP', ''))
    }
  }
  for (const key of refusedSampling(lowered, context.model))
    if (key !== 'frequencyPenalty' && key !== 'presencePenalty') drop('sampling', key)
  if (lowered.temperature !== undefined && lowered.temperature < 0) {
    lowered.temperature = 0
    report('temperature', placeOfField(request, 'sampling.temperature', ''))
  }
  return hasKeys(lowered) ? lowered : undefined
}
