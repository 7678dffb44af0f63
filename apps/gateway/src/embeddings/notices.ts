import { declareNotices } from '@interlingua/core'

export const notice = declareNotices('gateway', {
  'usage-estimated': {
    kind: 'synthesized',
    message: 'the upstream does not say how many tokens it read: an estimate stands in their place',
    benign: true,
  },
})
