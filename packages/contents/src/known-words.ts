import type { KnownWords } from '@interlingua/adapter-kit'

/**
 * Patterns by which clients know a failure from its message: LangChain (`GoogleContextOverflowError`), Strands, pydantic-ai and LiteLLM a
 * prompt that is too long, LiteLLM a wrong key, pi an error worth a retry. Read on 2026-11-23.
 */
export const knownWords: KnownWords = {
  'context-length': {
    known: /exceeds the maximum number of tokens/i,
    before: 'The input token count exceeds the maximum number of tokens allowed: ',
  },
  authentication: { known: /api key not valid/i, before: 'API key not valid. Please pass a valid API key. ' },
  'rate-limit': { known: /rate.?limit|too many requests|quota|exhausted/i, before: 'Rate limit reached: ' },
  overloaded: { known: /overloaded/i, before: 'The model is overloaded. ' },
  timeout: { known: /timed out|timeout|deadline/i, before: 'Request timed out: ' },
  'truncated-stream': { known: /connection error/i, before: 'Connection error: ' },
  'malformed-upstream': { known: /server error/i, before: 'Server error: ' },
}
