import { basicFates, basicNotices } from '@interlingua/adapter-kit'
import type { Part } from '@interlingua/core'
import { createFateWalker, declareNotices } from '@interlingua/core/adapter'
import { format } from './wire.ts'

/** All that a conversation can lose on its way into Converse. */
export const notice = declareNotices(
  format,
  {
    ...basicNotices,
    tools: 'this tool has no place here',
    'foreign-reasoning-text': true,
    'server-context': true,
    prefill: true,
    'prefill-instructed': true,
    'prefill-rejected': true,
    'tool-client': true,
    'tool-keys': true,
    'tool-schema-spelled': true,
    'tool-custom': true,
    'tool-grammar': true,
    'tool-examples-described': true,
    'tool-version-dropped': true,
    'hosted-tool-option': true,
    'format-json-said': true,
    'format-schema-weakened': true,
    'format-strict-always': true,
    'reasoning-budget': true,
    'reasoning-effort': true,
    'reasoning-left-out': true,
    'reasoning-mode': true,
    'reasoning-summary': 'thinking is summarized or omitted, nothing finer',
    'max-tokens-cap': true,
    sampling: true,
    'cache-mark-limit': 'at most four cache points are taken: the last were kept',
    'cache-marks-added': true,
    'cache-off': true,
    'cache-ttl': 'caches live 5 minutes or 1 hour here',
    'compaction-text': true,
    'media-clip': true,
    'media-detail': true,
    'media-left-out': true,
    'media-limit': true,
    'media-name': true,
    'media-place': true,
    'media-size': true,
    'media-source': 'media are sent inline, or as an object of S3',
    'media-type': true,
    'media-type-corrected': true,
    transcript: true,
    'document-citations': true,
    'document-filename': 'a document needs a name',
    'document-text': 'a text file became a text document',
    'document-title': 'names of documents are letters, digits, spaces, hyphens and brackets, and each names one document',
    'result-media': true,
    'result-structured': true,
    'citation-span': 'a citation stands for the whole text',
    'usage-cache-ttl': 'cache writes are shown for 5 minutes or 1 hour',
  },
  {
    'thinking-sampling': { kind: 'dropped', message: 'sampling cannot be set while the model thinks' },
    'thinking-top-p': { kind: 'approximated', message: 'while the model thinks, top-p is at least 0.95' },
    'blank-stop': { kind: 'dropped', message: 'a stop sequence of white space is refused' },
    'trailing-space': { kind: 'repaired', message: 'white space at the end of the last assistant turn is refused', benign: true },
    'trailing-thought': { kind: 'dropped', message: 'a turn that ends in thinking is refused: the model thinks anew' },
    'document-words': { kind: 'synthesized', message: 'a document needs a text beside it', benign: true },
    'usage-added': { kind: 'synthesized', message: 'clients read token counts: missing ones are estimated, or 0', benign: true },
    'audio-said': { kind: 'approximated', message: 'an answer cannot hold audio: its transcript is shown' },
  },
)

export type Code = Parameters<typeof notice>[0]

const own = { ...basicFates }
const sealed = { seal: 'foreign-seal', cache: 'carried', itemId: 'carried' } as const

const tables = {
  ...own,
  request: { ...own.request, metadata: 'carried', serviceTier: 'carried', reasoning: 'carried' },
  output: { ...own.output, format: 'carried' },
  sampling: { ...own.sampling, topK: 'carried' },
  state: { ...own.state, prompt: 'carried' },
  toolChoice: { ...own.toolChoice, parallel: 'carried' },
  tools: {
    ...own.tools,
    function: { ...own.tools.function, cache: 'carried' },
    builtin: { ...own.tools.builtin, namespace: 'carried', cache: 'carried' },
  },
  parts: {
    ...own.parts,
    text: { ...sealed, text: 'carried', citations: 'carried', logprobs: 'logprobs' },
    refusal: { ...sealed, text: 'carried' },
    reasoning: { ...sealed, seal: 'carried', cache: 'cache-mark', segments: 'carried', redacted: 'carried' },
    'tool-call': {
      ...sealed,
      callId: 'carried',
      name: 'carried',
      namespace: 'carried',
      kind: 'carried',
      arguments: 'carried',
      caller: 'caller',
    },
    'tool-result': { ...sealed, callId: 'carried', name: 'carried', isError: 'carried', parts: 'carried', structured: 'carried' },
    media: { ...sealed, kind: 'carried', source: 'carried', detail: 'media-detail', clip: 'media-clip', transcript: 'transcript' },
    document: { ...sealed, source: 'carried', title: 'carried', context: 'carried', citable: 'carried' },
    'search-result': { ...sealed, url: 'carried', title: 'carried', parts: 'carried', citable: 'carried' },
    'hosted-call': {
      ...sealed,
      callId: 'carried',
      family: 'carried',
      server: 'carried',
      name: 'carried',
      arguments: 'carried',
      status: 'carried',
    },
    'hosted-result': { ...sealed, callId: 'carried', isError: 'carried', errorCode: 'carried', parts: 'carried' },
    opaque: { ...sealed, format: 'carried', wire: 'carried' },
  },
  citation: { ...own.citation, citedText: 'carried', range: 'carried', span: 'citation-span' },
  response: { ...own.response, serviceTier: 'carried' },
  finish: { ...own.finish, sequence: 'carried' },
  inputUsage: { ...own.inputUsage, cacheWriteByTtl: 'carried' },
} as const

/** Reports fields that the format has no place for. */
export const walker = createFateWalker<Code>(format, notice, 'foreign-field', tables)

/** Parts that no answer holds, in a document or in a stream. */
export const unsayable: ReadonlySet<Part['type']> = new Set([
  'approval',
  'compaction',
  'document',
  'search-result',
  'file-reference',
  'tool-result',
])

/** The same for answers, which lack parts that requests have. */
export const answerWalker = createFateWalker<Code>(format, notice, 'foreign-field', {
  ...tables,
  parts: {
    ...tables.parts,
    document: 'answer-part',
    approval: 'answer-part',
    compaction: 'answer-part',
    'search-result': 'answer-part',
    'file-reference': 'answer-part',
    'tool-result': 'answer-part',
  },
})
