import type { Failure, FailureCode, JsonObject } from '@interlingua/core'
import { format, type WireFailure } from './wire.ts'

const problems: Readonly<Record<string, FailureCode>> = {
  busy: 'overloaded',
  nonsense: 'invalid-request',
  stranger: 'authentication',
  broken: 'server',
}
const statuses: Readonly<Record<string, number>> = { busy: 529, nonsense: 400, stranger: 401, broken: 500 }

export function decodeProblem(problem: string, words: string, raw: object): Failure {
  const code = (Object.hasOwn(problems, problem) ? problems[problem] : undefined) ?? 'server'
  return { code, message: words, retryable: code === 'overloaded' || code === 'server', raw: { format, wire: raw as JsonObject } } // it came from JSON
}

export function encodeProblem(failure: Failure): WireFailure {
  return { problem: problemOf(failure.code), words: failure.message }
}

function problemOf(code: FailureCode): string {
  return Object.keys(problems).find((problem) => problems[problem] === code) ?? (code === 'rate-limit' ? 'busy' : 'broken')
}

/** The HTTP status of a failure document. */
export function statusOf(failure: WireFailure): number {
  return statuses[failure.problem] ?? 500
}
