import { createFateWalker, fates as fatesOf, textBase } from '@interlingua/core/adapter'
import type { FateTables } from '@interlingua/core/adapter'
import { format } from './extension.ts'
import { requestFates } from './fates.ts'
import { notice } from './notices.ts'

type Code = Parameters<typeof notice>[0]

const node = { seal: 'carried', cache: 'carried' } as const
const item = { ...node, itemId: 'carried' } as const

/** Fates of the canonical fields of a response. Losses that depend on a value are reported where the value is read. */
const answerFates: FateTables<Code> = {
  ...requestFates,
  parts: fatesOf<FateTables<Code>['parts']>()(textBase.parts, {
    text: { ...node, logprobs: 'carried' },
    refusal: node,
    reasoning: { cache: 'carried' },
    'tool-call': { ...node, caller: 'carried' },
    'tool-result': node,
    'hosted-call': node,
    'hosted-result': node,
    approval: { ...item, requestId: 'carried', direction: 'carried', approve: 'carried' },
    compaction: { ...item, text: 'carried' },
    media: { ...node, detail: 'carried', clip: 'carried', transcript: 'carried' },
    document: 'answer-part',
    'search-result': { ...item, url: 'carried', title: 'hosted-form', parts: 'carried', citable: 'carried' },
    'file-reference': 'answer-part',
    opaque: node,
  }),
  citation: { ...requestFates.citation, citedText: 'carried', range: 'carried' },
  candidate: { ...requestFates.candidate, logprobs: 'logprobs-place' },
}

export const fates = createFateWalker(format, notice, 'foreign-field', answerFates)
