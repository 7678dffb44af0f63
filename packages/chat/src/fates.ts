import { createFateWalker, fates as fatesOf, textBase } from '@interlingua/core/adapter'
import type { FateTables, OwnFates } from '@interlingua/core/adapter'
import { format } from './extension.ts'
import { notice } from './notices.ts'

type Code = keyof typeof notice.table
type PartTables = FateTables<Code>['parts']

const tool = { namespace: 'carried', cache: 'carried' } as const
const part = { seal: 'foreign-seal', cache: 'carried' } as const
const unmarked = { seal: 'foreign-seal', cache: 'cache-mark' } as const

const parts: OwnFates<PartTables, typeof textBase.parts> = {
  text: { ...part, logprobs: 'token-logprobs' },
  media: { ...part, detail: 'carried', clip: 'media-clip', transcript: 'media-transcript' },
  document: { seal: 'foreign-seal', title: 'carried', context: 'carried', citable: 'document-citations' },
  reasoning: { cache: 'carried' },
  // Gemini's own endpoint has a slot for the seal; seals of other origins were removed.
  'tool-call': { ...unmarked, seal: 'carried', caller: 'caller' },
  'tool-result': part,
  refusal: unmarked,
  opaque: part,
  // Lowering replaced these, or reported them.
  'hosted-call': 'hosted-part',
  'hosted-result': 'hosted-part',
  approval: 'turn-part',
  compaction: 'turn-part',
  'file-reference': 'file-id',
  'search-result': 'turn-part',
}

/** Fates of the canonical fields of a lowered request. */
export const requestFates = fatesOf<FateTables<Code>>()(textBase, {
  request: { safety: 'safety', user: 'carried', metadata: 'carried' },
  changes: { addTools: 'turn-settings', removeTools: 'turn-settings', reasoning: 'turn-settings', format: 'turn-settings' },
  // An item id joins parts in other formats; here their order says the same.
  item: { phase: 'item-phase' },
  output: {
    stop: 'carried',
    candidates: 'carried',
    modalities: 'carried',
    verbosity: 'carried',
    logprobs: 'carried',
    audio: 'carried',
    image: 'image-output',
  },
  sampling: { topK: 'carried', seed: 'carried', frequencyPenalty: 'carried', presencePenalty: 'carried', logitBias: 'carried' },
  cache: { auto: 'cache-auto', key: 'carried', mode: 'carried', retention: 'carried', content: 'cached-content' },
  state: {
    previousResponse: 'server-state',
    conversation: 'server-state',
    prompt: 'server-state',
    container: 'container',
    thread: 'server-state',
    store: 'carried',
    background: 'background',
  },
  toolChoice: { checked: 'tool-choice-checked', parallel: 'carried' },
  tools: {
    function: { ...tool, resultSchema: 'tool-result-schema', examples: 'tool-examples' },
    custom: { ...tool, grammar: 'carried' },
    builtin: { ...tool, description: 'carried' },
  },
  parts,
  // Losses of citations and usage depend on values: report-response.ts.
  citation: { citedText: 'carried', range: 'carried', span: 'carried' },
  candidate: { logprobs: 'logprobs-model' },
  finish: { sequence: 'finish-detail', refusal: 'finish-detail', message: 'finish-detail' },
  inputUsage: { byModality: 'carried' },
  outputUsage: { byModality: 'carried', prediction: 'carried' },
})

export const fates = createFateWalker(format, notice, 'foreign-field', requestFates)

/** Fates of the canonical fields of a response. */
export const answerFates: FateTables<Code> = {
  ...requestFates,
  parts: fatesOf<PartTables>()(textBase.parts, {
    ...parts,
    text: { ...unmarked, logprobs: 'carried' },
    media: { ...unmarked, detail: 'media-detail-level', clip: 'media-clip', transcript: 'carried' },
    document: 'answer-part',
    'tool-result': 'answer-part',
    approval: 'answer-part',
    compaction: 'answer-part',
    'file-reference': 'answer-part',
    'search-result': 'answer-part',
  }),
}
