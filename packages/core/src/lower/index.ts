export { joinTurns } from './join-turns.ts'
export type { JoinRules } from './join-turns.ts'
export { pairCalls } from './pair-calls.ts'
export type { IdScope, PairingCode, PairingRules, ResultPlace } from './pairing-rules.ts'
