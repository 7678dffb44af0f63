import { atPointer, items, text } from '../json/access.ts'
import { tryJson } from '../json/parse-json.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Received } from './http-client.ts'
import type { ReadAnswer } from './read-received.ts'

/** A loss that the gateway told. */
export interface Disclosure {
  /** JSON Pointer into the request or the answer, or the name of a field. */
  readonly at: string
  /** True where it says that the value is gone, rather than changed. */
  readonly gone: boolean
  readonly words: string
}

/** Losses that an answer of the gateway tells, by the places that its profile names. */
export function disclosuresOf(profile: Profile, received: Received, read: ReadAnswer): readonly Disclosure[] {
  return (profile.disclosures ?? []).flatMap((place): readonly Disclosure[] => {
    if (place.header !== undefined) return parse(received.headers[place.header.toLowerCase()], place.form, place.pointer)
    if (place.comment !== undefined) {
      const prefix = place.comment
      return read.comments
        .filter((line) => line.startsWith(prefix))
        .flatMap((line) => parse(line.slice(prefix.length), place.form, place.pointer))
    }
    return []
  })
}

function parse(
  value: string | undefined,
  form: NonNullable<Profile['disclosures']>[number]['form'],
  pointer = 'path',
): readonly Disclosure[] {
  if (value === undefined || value === '') return []
  if (form === 'names' || form === 'labels') return value.split(/[,;]/).map((name) => ({ at: name.trim(), gone: true, words: name.trim() }))
  const list = tryJson(form === 'percent-json' ? decode(value) : value)
  return items(list).map((notice) => ({
    at: text(atPointer(notice, `/${pointer}`)) ?? '',
    gone: text(atPointer(notice, '/kind')) === 'dropped',
    words: `${text(atPointer(notice, '/code')) ?? ''} ${text(atPointer(notice, '/message')) ?? ''}`.trim(),
  }))
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Closeness of the disclosures to a pointer. */
export function toldAt(list: readonly Disclosure[], pointer: string): 'exact' | 'coarse' | 'none' {
  const name = pointer.split('/').at(-1) ?? ''
  if (list.some(({ at }) => at === pointer || at === name || at.startsWith(`${pointer}/`))) return 'exact'
  return list.some(({ at }) => at !== '' && pointer.startsWith(`${at}/`)) ? 'coarse' : 'none'
}
