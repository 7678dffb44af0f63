import type { KnownWords } from './known-words.ts'

/**
 * Patterns by which OpenAI's clients know a failure from its message instead of its code: LiteLLM (`exception_mapping_utils.py`), LangChain
 * (`context_length_exceeded` in the text), CrewAI, pi (its pattern of errors worth another try). Read on 2026-11-23.
 */
export const openaiKnownWords: KnownWords = {
  'context-length': {
    known: /this model's maximum context length is/i,
    before: "This model's maximum context length is exceeded (context_length_exceeded): ",
  },
  authentication: { known: /incorrect api key provided/i, before: 'Incorrect API key provided: ' },
  'rate-limit': { known: /rate.?limit|too many requests|quota/i, before: 'Rate limit reached: ' },
  overloaded: { known: /overloaded|unavailable/i, before: 'The server is overloaded: ' },
  policy: {
    known: /violating our usage policy|safety system|content_policy_violation|content management policy/i,
    before: 'Invalid prompt: it was flagged as potentially violating our usage policy (content_policy_violation): ',
  },
  timeout: { known: /timed out|timeout/i, before: 'Request timed out: ' },
  'truncated-stream': { known: /connection error/i, before: 'Connection error: ' },
  'malformed-upstream': { known: /server error/i, before: 'Server error: ' },
}
