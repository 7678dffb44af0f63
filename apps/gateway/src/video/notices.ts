import { declareNotices } from '@interlingua/core'

/** What the gateway itself decides about wishes for videos. */
export const notice = declareNotices('gateway', [], {
  'fewer-videos': { kind: 'dropped', message: 'the upstream took fewer videos than were asked for' },
})
