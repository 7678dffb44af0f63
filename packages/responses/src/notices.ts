import { declareNotices } from '@interlingua/core'

/** Every notice of this package. */
export const notice = declareNotices('responses', {
  // answers
  'foreign-extension': { kind: 'dropped', message: 'only the source format understands this field' },
  'answer-candidates': { kind: 'dropped', message: 'this format shows one answer; the others are not shown', severe: true },
  'answer-id': { kind: 'synthesized', message: 'the answer had no id', benign: true },
  'answer-part': { kind: 'dropped', message: 'an answer of this format has no such part' },
  'answer-cache': { kind: 'dropped', message: 'cache marks belong to requests', benign: true },
  'reasoning-kind': { kind: 'approximated', message: 'reasoning is shown as its summary', benign: true },
  seal: { kind: 'dropped', message: 'a seal of another format is not passed on' },
  'hosted-part': { kind: 'dropped', message: 'this format has no item for this hosted tool' },
  'hosted-result': { kind: 'dropped', message: 'this format does not show the result of this hosted tool' },
  'media-output': { kind: 'dropped', message: 'an answer of this format shows inline images only' },
  'media-detail': { kind: 'dropped', message: 'an image of an answer has no such detail', benign: true },
  citation: { kind: 'dropped', message: 'this format has no such citation' },
  'citation-detail': { kind: 'dropped', message: 'a citation of this format has no such detail' },
  opaque: { kind: 'dropped', message: 'only the source format understands this part' },
  'stream-event': { kind: 'dropped', message: 'only the source format understands this event', benign: true },
  'finish-reason': { kind: 'approximated', message: 'the nearest reason for the end was taken' },
  'finish-detail': { kind: 'dropped', message: 'this format says no more about the end' },
  'finish-missing': { kind: 'synthesized', message: 'the answer did not say why it ended' },
  'service-tier': { kind: 'dropped', message: 'this format has no such service tier' },
  'usage-detail': { kind: 'dropped', message: 'this format does not count this', benign: true },
  'usage-cache-ttl': { kind: 'approximated', message: 'cache writes are counted by other lifetimes', benign: true },
  logprobs: { kind: 'dropped', message: 'log probabilities stand on text only' },
})
