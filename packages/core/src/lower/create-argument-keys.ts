import { renameKeys } from '../create-key-renamer.ts'
import { isJsonObject } from '../parse-json.ts'
import type { Json } from '../json.ts'
import type { ReversalDraft } from '../reversals.ts'
import { noteArgumentKeys } from '../reversals.ts'

/** Names of arguments that a target refuses, and their replacements. */
export interface ArgumentKeys {
  /** Notes a declared tool whose arguments have other names on the wire: own name → wire name. */
  note(tool: string, names: ReadonlyMap<string, string>): void
  /** Renames the arguments of an earlier call for the target. */
  encode(tool: string, text: string): string
}

/** Gives the same names for the same tools in every request, so that a replayed call has the names that it was sent with. */
export function createArgumentKeys(reversals: ReversalDraft): ArgumentKeys {
  /** Names by tool. Undefined: no tool has such arguments, as nearly always. */
  let known: Map<string, ReadonlyMap<string, string>> | undefined
  return {
    note(tool, names) {
      if (names.size === 0) return
      known ??= new Map()
      known.set(tool, names)
      noteArgumentKeys(reversals, tool, new Map([...names].map(([own, wire]) => [wire, own])))
    },
    encode(tool, text) {
      const names = known?.get(tool)
      return names === undefined ? text : renameKeys(text, names)
    },
  }
}

/** Renames arguments in the examples of an input: own name → wire name. */
export function renameInExamples(examples: readonly Json[], names: ReadonlyMap<string, string>): readonly Json[] {
  return examples.map((example) =>
    isJsonObject(example) ? Object.fromEntries(Object.entries(example).map(([key, value]) => [names.get(key) ?? key, value])) : example,
  )
}
