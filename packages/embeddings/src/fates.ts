import type { InputUsage, OutputUsage, Usage } from '@interlingua/core'
import type { Fates } from '@interlingua/core/adapter'
import type { EmbedInput, EmbedPart, EmbedRequest } from './embed-request.ts'
import type { Embedding, EmbedResponse } from './embed-response.ts'
import type { Code } from './notices.ts'

/** Fate of each canonical field in one dialect; exhaustive by type, so that a new field does not compile until each dialect chose. */
export interface EmbedFates {
  readonly request: Fates<EmbedRequest, Code>
  readonly input: Fates<EmbedInput, Code>
  /** A code reports the part as a whole. */
  readonly parts: { readonly [T in EmbedPart['type']]: Fates<Extract<EmbedPart, { type: T }>, Code> | Code }
  readonly response: Fates<EmbedResponse, Code>
  readonly embedding: Fates<Embedding, Code>
  readonly usage: Fates<Usage, Code>
  readonly inputUsage: Fates<InputUsage, Code>
  readonly outputUsage: Fates<OutputUsage, Code>
}

/** Fates of fields that only conversations have, which no dialect of embeddings can carry. */
export const textFates = {
  text: 'carried',
  citations: 'part-detail',
  logprobs: 'part-detail',
  itemId: 'part-detail',
  seal: 'part-detail',
  cache: 'part-detail',
} as const satisfies EmbedFates['parts']['text']

/** Fates of usage that embeddings never have, since a vector has no output tokens. */
export const countFates = {
  usage: { input: 'carried', output: 'carried', requests: 'usage-detail', extra: 'usage-detail', raw: 'carried' },
  inputUsage: {
    total: 'carried',
    fresh: 'carried',
    cacheRead: 'usage-detail',
    cacheWrite: 'usage-detail',
    cacheWriteByTtl: 'usage-detail',
    toolUse: 'usage-detail',
    byModality: 'usage-detail',
  },
  outputUsage: { total: 'usage-detail', reasoning: 'usage-detail', byModality: 'usage-detail', prediction: 'usage-detail' },
} as const satisfies Pick<EmbedFates, 'usage' | 'inputUsage' | 'outputUsage'>
