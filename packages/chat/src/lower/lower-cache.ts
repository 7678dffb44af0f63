import type { CacheOptions, Context, GenerateRequest, Pointer } from '@interlingua/core'
import { deriveId } from '@interlingua/core/adapter'
import { isCacheRetention } from '@interlingua/core/lower'
import type { Draft, WireDraft } from '../extension.ts'
import { marksOf } from '../marks-of.ts'
import { notice } from '../notices.ts'
import { isOwn } from './is-own.ts'
import { isUnknown } from './is-unknown.ts'

const keyLimit = 64

export function lowerCache(
  cache: CacheOptions,
  request: GenerateRequest,
  hint: WireDraft,
  place: (field: string) => Pointer,
  context: Context,
): CacheOptions {
  const own = isOwn(request) && context.modelChosen !== true
  const { auto, content, ...rest } = cache
  const lowered: Draft<CacheOptions> = rest
  if (auto) context.onNotice(notice('cache-auto', place('cache.auto')))
  if (content !== undefined) context.onNotice(notice('cached-content', place('cache.content')))
  const drop = (key: 'key' | 'mode' | 'retention', code: 'cache-options' | 'cache-retention'): void => {
    if (lowered[key] === undefined) return
    delete lowered[key]
    if (key === 'retention') delete hint['retention']
    context.onNotice(notice(code, place(`cache.${key}`)))
  }
  if (isUnknown('prompt_cache_key', context)) drop('key', 'cache-options')
  if (lowered.key !== undefined && lowered.key.length > keyLimit && !own) {
    lowered.key = deriveId('cache_', lowered.key)
    context.onNotice(notice('cache-key', place('cache.key')))
  }
  if (lowered.retention !== undefined && !own && isCacheRetention(lowered.retention)) hint['retention'] = 'prompt_cache_retention'
  const retention = hint['retention'] === 'prompt_cache_retention' ? 'prompt_cache_retention' : 'prompt_cache_options'
  // Options of caches exist where the marks do: https://platform.openai.com/docs/guides/prompt-caching
  const options = !isUnknown('prompt_cache_options', context) && (own || marksOf(context) === 'prompt_cache_breakpoint')
  if (!options) drop('mode', 'cache-options')
  if (retention === 'prompt_cache_options' ? !options : isUnknown(retention, context)) drop('retention', 'cache-options')
  const known = retention === 'prompt_cache_options' ? undefined : context.model?.cacheRetentions
  if (lowered.retention !== undefined && known?.includes(lowered.retention) === false) drop('retention', 'cache-retention')
  return lowered
}
