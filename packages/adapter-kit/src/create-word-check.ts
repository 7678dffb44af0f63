import { isJsonObject, pointer, type Failure, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { invalidRequest } from './invalid-request.ts'

/** Words that a field takes: those of the service's documented interface, and those of the newest types in the vendor's own SDK. */
export interface WordRule {
  /**
   * Keys from the outermost on; `*` is each entry of a list, `@user` the last one in which the user speaks. A key in snake case stands for its
   * camel case too where the format has both.
   */
  readonly path: string
  readonly words: readonly string[]
  /** Restricts the rule to objects that this accepts, where several kinds of objects hold the field. Absent: all. */
  readonly where?: (holder: JsonObject) => boolean
  /** True: upper and lower case are the same. */
  readonly fold?: boolean
}

/** All rules at one place of a body, so that a body is walked once. */
interface Place {
  readonly rules: Rule[]
  /** In objects: under each key. */
  readonly keys: { readonly key: string; readonly inner: Place }[]
  /** In lists: for each entry, and for the last one of the user. */
  each: Place | undefined
  user: Place | undefined
}

/** A rule as it is looked up. */
interface Rule {
  readonly words: ReadonlySet<string>
  readonly fold: boolean
  readonly where: WordRule['where']
  readonly message: string
}

interface Found {
  readonly message: string
  readonly at: Pointer
}

/**
 * Checks the words of a body. An upstream of another format is never sent a word that it does not know and so cannot refuse it: without the
 * check, a typing error would be a setting without effect; values that are no text are the schema's to judge.
 */
export function createWordCheck(rules: readonly WordRule[]): (body: Json) => Failure | undefined {
  const root = createPlace()
  for (const rule of rules) enter(root, rule.path.split('.'), ruleOf(rule))
  return (body) => {
    const found = findOther(body, root)
    return found && invalidRequest(found.message, found.at)
  }
}

function createPlace(): Place {
  return { rules: [], keys: [], each: undefined, user: undefined }
}

function ruleOf({ words, fold = false, where }: WordRule): Rule {
  const last = words.at(-1) ?? ''
  const list = words.length === 1 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
  return { words: new Set(fold ? words.map((word) => word.toUpperCase()) : words), fold, where, message: `must be ${list}` }
}

function enter(place: Place, [key, ...rest]: readonly string[], rule: Rule): void {
  if (key === undefined) place.rules.push(rule)
  else if (key === '*') enter((place.each ??= createPlace()), rest, rule)
  else if (key === '@user') enter((place.user ??= createPlace()), rest, rule)
  else
    for (const spelled of spellings(key)) {
      let known = place.keys.find((one) => one.key === spelled)
      if (known === undefined) place.keys.push((known = { key: spelled, inner: createPlace() }))
      enter(known.inner, rest, rule)
    }
}

function spellings(key: string): readonly string[] {
  const camel = key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return camel === key ? [key] : [key, camel]
}

/** First text that is none of the words, with its pointer. The pointer is built on the way back, since nearly always there is none. */
function findOther(value: Json | undefined, place: Place, holder?: JsonObject): Found | undefined {
  if (typeof value === 'string') {
    for (const { words, fold, where, message } of place.rules)
      if (!words.has(fold ? value.toUpperCase() : value) && (where === undefined || holder === undefined || where(holder)))
        return { message, at: '' }
    return undefined
  }
  if (Array.isArray(value)) {
    if (place.each)
      for (let i = 0; i < value.length; i++) {
        const found = findOther(value[i], place.each)
        if (found) return within(found, i)
      }
    const last = place.user ? value.findLastIndex(isOfUser) : -1
    const found = place.user && last !== -1 ? findOther(value[last], place.user) : undefined
    return found && within(found, last)
  }
  if (!isJsonObject(value)) return undefined
  for (const { key, inner } of place.keys) {
    const member = value[key]
    if (member === undefined || member === null) continue
    const found = findOther(member, inner, value)
    if (found) return within(found, key)
  }
  return undefined
}

function within({ message, at }: Found, key: string | number): Found {
  return { message, at: `${pointer('', key)}${at}` as Pointer } // two pointers, one after the other
}

function isOfUser(entry: Json): boolean {
  return isJsonObject(entry) && entry['role'] === 'user'
}
