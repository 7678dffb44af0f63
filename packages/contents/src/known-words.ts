import type { KnownWords } from '@interlingua/adapter-kit'

/**
 * By what clients of this format know a failure, who look at the message alone: LangChain (`GoogleContextOverflowError`), Strands,
 * pydantic-ai and LiteLLM for a prompt that is too long, LiteLLM for a wrong key, pi for what is worth another try. Read on 2026-11-23.
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
