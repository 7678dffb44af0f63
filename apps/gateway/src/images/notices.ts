import { declareNotices } from '@interlingua/core'

/** What the gateway itself changes of a wish for images. */
export const notice = declareNotices('gateway', [], {
  'fewer-images': {
    kind: 'dropped',
    message: 'the upstream made fewer images than were asked for, and does not say why',
    benign: true,
  },
  'images-apart': {
    kind: 'approximated',
    message: 'the images are made by several calls: each comes when it is made, without previews',
    benign: true,
  },
})
