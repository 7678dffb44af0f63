/** Notices that a second trip may give again: what they tell is approximate in either direction by its nature (docs/model). */
export const freeAgain: ReadonlySet<string> = new Set([
  'chat/cache-ttl',
  'messages/cache-ttl',
  'chat/document-title',
  'messages/document-title',
  'chat/tool-version',
  'chat/format-strict',
  'messages/schema-strict',
  'chat/finish-reason',
  'messages/finish-reason',
])
