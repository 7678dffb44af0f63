export type { ApiKey, Budget, KeyLimits, PreviousSecret } from './api-key.ts'
export type { AttemptDetail, NoticeDetail, RequestDetails, UsageRecord, UsageTokens } from './usage-record.ts'
export type { ContentStore } from './content-store.ts'
export { openContents } from './open-contents.ts'
export { joinTimes } from './join-times.ts'
export { openStore, startSweeping, type StoreOptions } from './open-store.ts'
export { isDisconnected } from './postgres/is-disconnected.ts'
export { StoreError } from './errors.ts'
export type {
  DocumentStore,
  KeyFilter,
  KeyStore,
  LossCount,
  SpentQuery,
  Store,
  StoredDocument,
  TimeCount,
  UsageFilter,
  UsageGroup,
  UsageStore,
  UsageSum,
  UsageTimes,
} from './store.ts'
