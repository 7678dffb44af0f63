import type { Usage } from '@interlingua/core'
import type { Admission, ObservedAttempt, Outcome } from './outcome.ts'
import type { UsageRecord, UsageStore } from '@interlingua/store'
import { type AnswerSample, estimateUsage, type EstimateInput, isReported } from './estimate-usage.ts'
import { recordOf } from './record.ts'

let waiting: (() => void)[] = []

/** Calls `done` after pending input was read, together with other calls: answers that go out one after the other cost less. */
function afterReading(done: () => void): void {
  if (waiting.push(done) === 1) setImmediate(callAll)
}

function callAll(): void {
  const dones = waiting
  waiting = []
  for (const done of dones) done()
}

/** Makes a usage record for each request of a key, unless the operator wants none. */
export interface Meter {
  /** Makes and keeps the record of a request that ended, then calls `done` with it, soon even if the store does not answer. */
  keep(outcome: Outcome, result: string, done: (record?: UsageRecord) => void): void
  /** Resolves once no estimate is running. */
  settle(): Promise<void>
}

type Done = (record?: UsageRecord) => void

const anybody: Admission['grant'] = {}
const noAttempt: Partial<ObservedAttempt> = {}

export function createMeter(store: UsageStore): Meter {
  const guesses = new Set<Promise<void>>()

  function keep(outcome: Outcome, result: string, usage: Usage | undefined, estimated: boolean, done: Done): void {
    const { key, charge } = outcome.admitted?.grant ?? anybody
    if (key === undefined) return done()
    const record = recordOf(outcome, key.id, result, usage, estimated)
    const { input = 0, output = 0 } = record.tokens
    const settled =
      charge === undefined
        ? () => done(record)
        : () => {
            // Charged after the record is kept: a sum of the records without this one must not pass for one with it.
            charge(input + output, record.costMicros ?? 0)
            done(record)
          }
    if (outcome.client.gateway.keepsUsage || key.budget !== undefined) store.keep(record, settled)
    else afterReading(settled)
  }

  async function guess(
    outcome: Outcome,
    result: string,
    estimateInput: EstimateInput,
    answer: AnswerSample | undefined,
    done: Done,
  ): Promise<void> {
    const usage = await estimateUsage(outcome.attempt?.usage, estimateInput, answer)
    keep(outcome, result, usage, true, done)
  }

  return {
    keep(outcome, result, done) {
      const { usage, estimateInput } = outcome.attempt ?? noAttempt
      if (estimateInput === undefined || (result === 'ok' && isWhole(usage))) return keep(outcome, result, usage, false, done)
      const answer = readAnswer(estimateInput)
      // A request that failed without any output is not billed.
      if (result !== 'ok' && result !== 'cancelled' && answer === undefined) return keep(outcome, result, usage, false, done)
      const guessing = guess(outcome, result, estimateInput, answer, done).finally(() => guesses.delete(guessing))
      guesses.add(guessing)
    },
    async settle() {
      while (guesses.size > 0) await Promise.all(guesses)
    },
  }
}

function isWhole(usage: Usage | undefined): boolean {
  return usage !== undefined && isReported(usage.input) && isReported(usage.output)
}

/** Sample of the answer; undefined also if the answer cannot be read. */
function readAnswer({ answer }: EstimateInput): AnswerSample | undefined {
  try {
    const sample = answer?.()
    return sample?.texts.some((text) => text !== '') === true ? sample : undefined
  } catch {
    return undefined
  }
}
