import type { Context } from '@interlingua/core'
import { readDialect } from './profiles.ts'

/**
 * Spelling of cache marks that the upstream takes. Without a dialect's word it is OpenAI's own endpoint, where the model decides: those
 * before gpt-5.6 refuse a request with a mark. https://platform.openai.com/docs/guides/prompt-caching
 */
export function marksOf({ dialect, model }: Context): 'prompt_cache_breakpoint' | 'cache_control' | 'none' {
  return readDialect(dialect).cacheMarks ?? (model?.cacheMarks === true ? 'prompt_cache_breakpoint' : 'none')
}
