import { declareNotices } from '@interlingua/core'

/** Every notice of this package. docs/formats/chat.md says when each comes. */
export const notice = declareNotices('chat', {
  'foreign-extension': { kind: 'dropped', message: 'only its own format understands this field' },
  'finish-reason': { kind: 'approximated', message: 'this finish reason has no word of its own', benign: true },
})
