import { encodeErrorWord, type ErrorDefinition, type ErrorWords } from '@interlingua/adapter-kit'
import type { WireFailure } from './wire.ts'

const words: ErrorWords = {
  busy: { code: 'overloaded' },
  nonsense: { code: 'invalid-request' },
  stranger: { code: 'authentication' },
  broken: { code: 'server' },
  hasty: { code: 'rate-limit' },
}

export const errors: ErrorDefinition<WireFailure> = {
  words,
  read: ({ problem, words: message }) => ({ code: problem, message }),
  write: ({ code, message }) => ({ problem: encodeErrorWord(words, code) ?? 'broken', words: message }),
}
