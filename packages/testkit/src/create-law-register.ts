import type { GenerateAdapter } from '@interlingua/core'
import { afterAll, expect, test } from 'vitest'

/** An adapter that may be incomplete. */
export type AdapterDraft = Pick<GenerateAdapter, 'format'> & Partial<GenerateAdapter>

type Member = Exclude<keyof GenerateAdapter, 'format'>

/** A draft that has these members, whatever it lacks. */
export type Having<M extends Member> = AdapterDraft & { readonly [K in M]-?: NonNullable<GenerateAdapter[K]> }

/**
 * Registers the test of a law. If the adapter lacks a member that the law needs, the test is a `todo` that names it; with `strict` it
 * fails.
 */
export type RegisterLaw = <M extends Member>(title: string, needs: readonly M[], run: (adapter: Having<M>) => void) => void

/** Makes a register; call it within a `describe`, at whose end it prints how many laws ran and which members the others wait for. */
export function createLawRegister(adapter: AdapterDraft, strict: boolean): RegisterLaw {
  const run = new Set<string>()
  const waiting = new Set<string>()
  const missing = new Set<Member>()
  // With `strict` no law waits: each ran, or failed by name.
  if (!strict) afterAll(() => console.log(formatLaws(run, waiting, missing)))
  return (title, needs, prove) => {
    if (hasMembers(adapter, needs)) {
      run.add(title)
      test(title, () => prove(adapter))
      return
    }
    const absent = needs.filter((member) => adapter[member] === undefined)
    for (const member of absent) missing.add(member)
    waiting.add(title)
    if (strict) test(title, () => expect.fail(`the adapter has no ${absent.join(', ')}`))
    // oxlint-disable-next-line vitest/warn-todo -- the test exists; the adapter is what is still to be written
    else test.todo(`${title} (waits for ${absent.join(', ')})`)
  }
}

/**
 * `laws: 7 run, 4 waiting for createStreamDecoder, lowerRequest`. A law that waits for a member with one of its samples does not count as
 * run.
 */
export function formatLaws(run: ReadonlySet<string>, waiting: ReadonlySet<string>, missing: ReadonlySet<string>): string {
  const whole = [...run].filter((title) => !waiting.has(title)).length
  return `laws: ${whole} run${waiting.size === 0 ? '' : `, ${waiting.size} waiting for ${[...missing].toSorted().join(', ')}`}`
}

function hasMembers<M extends Member>(adapter: AdapterDraft, needs: readonly M[]): adapter is Having<M> {
  return needs.every((member) => adapter[member] !== undefined)
}
