import { isInterlinguaError, type JsonObject, type Notice } from '@interlingua/core'
import type { FieldCase } from './field-case.ts'
import type { FieldFate } from './field-fate.ts'

/** Translates a body into the calls for an upstream. Throws the adapters' errors. */
export type Send = (body: JsonObject, onNotice: (notice: Notice) => void) => readonly unknown[]

/** Fate of the field of a case in `send`. `plain`: the shortest body of the endpoint. */
export function fateOfField({ base = {}, field }: FieldCase, plain: JsonObject, send: Send): FieldFate {
  const without = attempt({ ...plain, ...base }, send)
  const withIt = attempt({ ...plain, ...base, ...field }, send)
  if ('refused' in withIt) return { fate: 'refused', ...withIt.refused }
  const known = 'refused' in without ? [] : without.notices
  const fresh = withIt.notices.filter(({ code, path }) => !known.some((other) => other.code === code && other.path === path))
  const changed = 'refused' in without || JSON.stringify(without.calls) !== JSON.stringify(withIt.calls)
  if (!changed && fresh.length === 0) return { fate: 'unseen' }
  return { fate: changed ? 'carried' : 'reported', notices: fresh }
}

type Outcome =
  | { readonly calls: readonly unknown[]; readonly notices: readonly Notice[] }
  | { readonly refused: { readonly path: string; readonly message: string } }

function attempt(body: JsonObject, send: Send): Outcome {
  const notices: Notice[] = []
  try {
    return { calls: send(body, (notice) => void notices.push(notice)), notices }
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return { refused: { path: error.path, message: error.message } }
  }
}
