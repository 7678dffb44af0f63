import type { RequestEvent, RequestRow } from '@interlingua/console/api'
import { failureRemedy } from '../requests/failure-remedy.ts'

/** Request as far as it is known; before its end it has no outcome. */
export type SeenRequest = RequestEvent['request']

/** Facts about an agent's first request, as far as it came. */
export interface FirstRequestFacts {
  /** Request for which a channel is being called. */
  readonly running?: SeenRequest
  /** Latest request that ended, with the key in question. */
  readonly ended?: RequestRow
  /** Request in the agent's format that was refused before it had a key. It may be another program's. */
  readonly refused?: SeenRequest
}

export interface Stage {
  readonly name: string
  readonly state: 'waiting' | 'good' | 'bad'
  /** Words for what failed, and what to do. */
  readonly problem?: { readonly what: string; readonly remedy: string }
}

const names = [
  'It reaches the gateway',
  'Its key is accepted',
  'A channel serves its model',
  'It is answered',
  'The answer is whole',
] as const

/** Outcomes of a request that no channel was found for, and of answers that began and broke off. */
const unserved: ReadonlySet<string> = new Set(['not-found', 'permission', 'unsupported'])
const brokenOff: ReadonlySet<string> = new Set(['truncated-stream', 'cancelled', 'malformed-upstream', 'interrupted'])

/** Stages of a first request: those that it passed, the one at which it failed, and those that are awaited. */
export function stagesOf({ running, ended, refused }: FirstRequestFacts): readonly Stage[] {
  if (ended?.outcome === 'ok') return passed(names.length)
  if (running !== undefined) return passed(3)
  if (ended !== undefined) return failed(failedAt(ended), failureRemedy(ended))
  if (refused !== undefined)
    return failed(1, {
      what: `A request came, and was refused with ${refused.status ?? 401}: its key is not one of this gateway.`,
      remedy: 'If it was this agent: look at the key in its file, and whether a sign-in of the agent’s own, or a variable, goes first.',
    })
  return passed(0)
}

/** Number of stages that a failed request passed. */
function failedAt({ channel, outcome = '', firstByteMillis }: RequestRow): number {
  if (channel === undefined || unserved.has(outcome)) return 2
  return firstByteMillis !== undefined && brokenOff.has(outcome) ? 4 : 3
}

function passed(count: number): readonly Stage[] {
  return names.map((name, index) => ({ name, state: index < count ? 'good' : 'waiting' }))
}

function failed(at: number, problem: Stage['problem']): readonly Stage[] {
  return names.map((name, index) => ({
    name,
    state: index < at ? 'good' : index === at ? 'bad' : 'waiting',
    ...(index === at && problem && { problem }),
  }))
}
