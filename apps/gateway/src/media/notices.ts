import { declareNotices } from '@interlingua/core'

/** What fetching changes of a request. */
export const notice = declareNotices('gateway', [], {
  'media-fetched': {
    kind: 'approximated',
    message: 'the upstream cannot be told an address here: the gateway fetched the file and sent its bytes',
    benign: true,
  },
})
