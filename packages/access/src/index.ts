export type { AccessRequest, AccessServices, Grant } from './grant.ts'
export { authenticate, readCredential } from './keys/authenticate.ts'
export { createKeyRing, type KeyRing } from './keys/create-key-ring.ts'
export {
  endPrevious,
  type FoundKey,
  hashSecret,
  issueKey,
  keyState,
  type KeyTerms,
  livingPrevious,
  longestGrace,
  permitsModel,
  refuseModel,
  rotateKey,
  secretEnd,
} from './keys/key.ts'
export { type KeysAtStart, prepareKeys } from './keys/key.ts'
export {
  type Account,
  type AccountRules,
  type AccountState,
  type AccountStore,
  documentsAccounts,
  emptyAccount,
  takeSteps,
} from './limits/account.ts'
export { admitByLimits, gatewayFull, limitsOfKey, rateExceeded } from './limits/admit-by-limits.ts'
export { type Capacity, type Limiter, type LimiterLog, openLimiter, type SharedLimits } from './limits/limiter.ts'
export { createAccounts } from './limits/limiter.ts'
export { createOutage, type Outage, withFallback } from './limits/fallback.ts'
export { openMemoryAccounts } from './limits/memory-accounts.ts'
export { createPlaces, type Places } from './limits/places.ts'
export { budgetPeriod, createSpending, type Spending } from './limits/budget.ts'
export { defaultReserve, type Expected, type OutputReserve } from './limits/expected.ts'
export { type Count, type KeyCounters, openMemoryCounters, type Windows } from './limits/counters.ts'
export type { Accounts } from './limits/accounts.ts'
export { reserve } from './limits/reserve.ts'
export { openAccess, type Access, type AccessOptions } from './open-access.ts'
export {
  createPriceTable,
  formatMicros,
  type MadeUsage,
  type PriceLineOptions,
  type PriceOptions,
  type PriceTable,
  tokensOfUsage,
  wholeCount,
} from './prices/prices.ts'
