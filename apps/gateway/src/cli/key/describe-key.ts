import type { ApiKey } from '../../keys/api-key.ts'
import { keyState } from '../../keys/key-state.ts'

/** A key as the command line shows it: everything but what could help to guess it. Times in ISO 8601. */
export interface KeyDescription {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly state: ReturnType<typeof keyState>
  readonly admin: boolean
  readonly models?: readonly string[]
  readonly limits?: ApiKey['limits']
  /** As `--budget` takes it. */
  readonly budget?: string
  readonly created: string
  readonly expires?: string
  readonly revoked?: string
}

export function describeKey(key: ApiKey, now: number): KeyDescription {
  const { id, name, hint, admin, models, limits, budget, createdAt, expiresAt, revokedAt } = key
  return {
    id,
    name,
    hint,
    state: keyState(key, now),
    admin,
    ...(models && { models }),
    ...(limits && { limits }),
    ...(budget && { budget: `${spellAmount(budget.micros)}/${budget.period}` }),
    created: spellTime(createdAt),
    ...(expiresAt !== undefined && { expires: spellTime(expiresAt) }),
    ...(revokedAt !== undefined && { revoked: spellTime(revokedAt) }),
  }
}

/** At least two decimals, and as many more as there are. */
function spellAmount(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6, -4)}${digits.slice(-4).replace(/0+$/, '')}`
}

function spellTime(time: number): string {
  return new Date(time).toISOString()
}
