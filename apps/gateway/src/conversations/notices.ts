import { declareNotices } from '@interlingua/core'

export const notice = declareNotices('gateway', [], {
  'not-stored': {
    kind: 'dropped',
    message: 'the store could not be written: the answer is whole, and cannot be referred to or fetched later',
  },
})
