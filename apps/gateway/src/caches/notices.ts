import { declareNotices } from '@interlingua/core'

export const notice = declareNotices('gateway', [], {
  'cache-emulated': {
    kind: 'approximated',
    message:
      'the upstream keeps no cached contents: the gateway does, and sends them with each request, marked for the cache of the upstream',
  },
})
