import type { KnownWords } from '@interlingua/adapter-kit'

/**
 * Patterns by which clients know a failure from its message: Claude Code and others a prompt that is too long, LiteLLM a filter, opencode
 * and pi an error worth a retry. Read on 2026-11-23.
 */
export const knownWords: KnownWords = {
  'context-length': { known: /prompt is too long/i, before: 'prompt is too long: ' },
  overloaded: { known: /overloaded/i, before: 'Overloaded: ' },
  policy: { known: /content filtering policy/i, before: 'Blocked by content filtering policy: ' },
  timeout: { known: /timed out|timeout/i, before: 'Request timed out: ' },
  'truncated-stream': { known: /connection error/i, before: 'Connection error: ' },
  'malformed-upstream': { known: /server error/i, before: 'Server error: ' },
}
