import type { Context, Pointer, SamplingOptions } from '@interlingua/core'
import { refusedSampling } from '@interlingua/core/lower'
import type { Draft, WireDraft } from '../extension.ts'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'
import { isUnknown } from './is-unknown.ts'

const penalties = ['frequencyPenalty', 'presencePenalty'] as const
const wireNames = {
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
  logitBias: 'logit_bias',
  seed: 'seed',
} as const

export function lowerSampling(
  sampling: SamplingOptions,
  hint: WireDraft,
  place: (field: string) => Pointer,
  context: Context,
): SamplingOptions {
  const dialect = readDialect(context.dialect)
  const { model } = context
  const lowered: Draft<SamplingOptions> = { ...sampling }
  const drop = (code: 'sampling' | 'top-k' | 'penalty' | 'logit-bias' | 'seed', key: keyof SamplingOptions): void => {
    if (lowered[key] === undefined) return
    delete lowered[key]
    context.onNotice(notice(code, place(`sampling.${key}`)))
  }
  if (dialect.topK !== true) drop('top-k', 'topK')
  for (const key of refusedSampling(sampling, model)) drop('sampling', key)
  if (model?.sampling === false) {
    drop('sampling', 'logitBias')
    if (model.penalties === undefined) for (const key of penalties) drop('sampling', key)
  }
  for (const key of penalties) if (isUnknown(wireNames[key], context)) drop('penalty', key)
  if (isUnknown('logit_bias', context)) drop('logit-bias', 'logitBias')
  if (isUnknown('seed', context)) drop('seed', 'seed')
  const { temperature: range } = dialect
  const { temperature } = lowered
  if (range !== undefined && temperature !== undefined && !(temperature >= range.min && temperature <= range.max)) {
    lowered.temperature = temperature > range.max ? range.max : range.min
    context.onNotice(notice('temperature', place('sampling.temperature')))
  }
  if (lowered.seed !== undefined && dialect.seedField === 'random_seed') hint['seed'] = 'random_seed'
  return lowered
}
