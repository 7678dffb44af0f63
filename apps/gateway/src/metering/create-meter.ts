import type { Usage } from '@interlingua/core'
import type { Outcome } from '../outcome.ts'
import type { UsageStore } from '../store/store.ts'
import { estimateUsage } from './estimate-usage.ts'
import type { AnswerSample, Evidence } from './evidence.ts'
import { isTold } from './is-told.ts'
import { recordOfExchange } from './record-of-exchange.ts'

let waiting: (() => void)[] = []

/** Calls `done` once what else has come in was read, together with all that wait for that: answers that go out one after the other cost less. */
function afterReading(done: () => void): void {
  if (waiting.push(done) === 1) setImmediate(callAll)
}

function callAll(): void {
  const dones = waiting
  waiting = []
  for (const done of dones) done()
}

/** Sees to it that each request of a key leaves a record, unless the operator wants none. */
export interface Meter {
  /** Makes the record of a request that ended and keeps it, then calls `done`, soon even where the store does not answer. */
  keep(outcome: Outcome, result: string, done: () => void): void
  /** Resolves once nothing is being guessed at any more. */
  settle(): Promise<void>
}

export function createMeter(store: UsageStore): Meter {
  const guesses = new Set<Promise<void>>()

  function keep(outcome: Outcome, result: string, usage: Usage | undefined, estimated: boolean, done: () => void): void {
    const { key } = outcome
    if (key === undefined) return done()
    const record = recordOfExchange(outcome, key.id, result, usage, estimated)
    outcome.record = record
    const { input = 0, output = 0 } = record.tokens
    const { charge } = outcome
    const settled =
      charge === undefined
        ? done
        : () => {
            // A sum of the records that does not have this one must not be taken for one that does.
            charge(input + output, record.costMicros ?? 0)
            done()
          }
    if (outcome.gateway.keepsUsage || key.budget !== undefined) store.keep(record, settled)
    else afterReading(settled)
  }

  async function guess(
    outcome: Outcome,
    result: string,
    evidence: Evidence,
    answer: AnswerSample | undefined,
    done: () => void,
  ): Promise<void> {
    const usage = await estimateUsage(outcome.usage, evidence, answer)
    keep(outcome, result, usage, true, done)
  }

  return {
    keep(outcome, result, done) {
      const { usage, evidence } = outcome
      if (evidence === undefined || (result === 'ok' && isWhole(usage))) return keep(outcome, result, usage, false, done)
      const answer = readAnswer(evidence)
      // What failed before it had said anything is billed by nobody.
      if (result !== 'ok' && result !== 'cancelled' && answer === undefined) return keep(outcome, result, usage, false, done)
      const guessing = guess(outcome, result, evidence, answer, done).finally(() => guesses.delete(guessing))
      guesses.add(guessing)
    },
    async settle() {
      while (guesses.size > 0) await Promise.all(guesses)
    },
  }
}

function isWhole(usage: Usage | undefined): boolean {
  return usage !== undefined && isTold(usage.input) && isTold(usage.output)
}

/** Nothing, too, where what came cannot be read. */
function readAnswer({ answer }: Evidence): AnswerSample | undefined {
  try {
    const sample = answer?.()
    return sample?.texts.some((text) => text !== '') === true ? sample : undefined
  } catch {
    return undefined
  }
}
