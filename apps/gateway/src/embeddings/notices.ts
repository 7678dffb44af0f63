import { declareNotices } from '@interlingua/core'

export const notice = declareNotices('gateway', [], {
  'answers-joined': {
    kind: 'dropped',
    message: 'the answer is made of several: what each of them said beside its vectors and their cost is not in it',
    benign: true,
  },
  'usage-estimated': {
    kind: 'synthesized',
    message: 'the upstream does not say how many tokens it read: an estimate stands in their place',
    benign: true,
  },
})
