import { declareNotices } from '@interlingua/core'

export const notice = declareNotices('gateway', [], {
  'parameter-refused': { kind: 'dropped', message: 'the upstream refuses this parameter of this model: it is left out' },
})
