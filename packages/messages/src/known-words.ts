import type { KnownWords } from '@interlingua/adapter-kit'

/**
 * By what clients of this format know a failure, who look at the message alone: Claude Code and others for a prompt that is too long, LiteLLM
 * for a filter, opencode and pi for what is worth another try. Read on 2026-11-23.
 */
export const knownWords: KnownWords = {
  'context-length': { known: /prompt is too long/i, before: 'prompt is too long: ' },
  overloaded: { known: /overloaded/i, before: 'Overloaded: ' },
  policy: { known: /content filtering policy/i, before: 'Blocked by content filtering policy: ' },
  timeout: { known: /timed out|timeout/i, before: 'Request timed out: ' },
  'truncated-stream': { known: /connection error/i, before: 'Connection error: ' },
  'malformed-upstream': { known: /server error/i, before: 'Server error: ' },
}
