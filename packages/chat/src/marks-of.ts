import type { Context } from '@interlingua/core'
import { readDialect } from './profiles.ts'

/**
 * The spelling of cache marks that the upstream takes. A dialect that says nothing is OpenAI's own, where the model decides: those before
 * gpt-5.6 refuse a request with a mark. https://platform.openai.com/docs/guides/prompt-caching
 */
export function marksOf({ dialect, model }: Context): 'prompt_cache_breakpoint' | 'cache_control' | 'none' {
  return readDialect(dialect).cacheMarks ?? (model?.cacheMarks === true ? 'prompt_cache_breakpoint' : 'none')
}
