import { renameKeys } from '../create-key-renamer.ts'
import type { ReversalDraft } from '../reversals.ts'
import { noteArgumentKeys } from '../reversals.ts'

/** Names of arguments that a target refuses, and what they are called there. */
export interface ArgumentKeys {
  /** A declared tool, by its name on the wire, has other names for some arguments: from their own ones to those on the wire. */
  note(tool: string, names: ReadonlyMap<string, string>): void
  /** The arguments of an earlier call as the target knows them. */
  spell(tool: string, text: string): string
}

/** The same names for the same tools in every request: what a call was sent with is what it is sent with again. */
export function createArgumentKeys(reversals: ReversalDraft): ArgumentKeys {
  const known = new Map<string, ReadonlyMap<string, string>>()
  return {
    note(tool, names) {
      if (names.size === 0) return
      known.set(tool, names)
      noteArgumentKeys(reversals, tool, new Map([...names].map(([own, wire]) => [wire, own])))
    },
    spell(tool, text) {
      const names = known.get(tool)
      return names === undefined ? text : renameKeys(text, names)
    },
  }
}
