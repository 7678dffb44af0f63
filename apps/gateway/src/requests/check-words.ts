import { isJsonObject, pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from './invalid-request.ts'

/** The words that a field takes: those that the service's interface lists, and those that the newest types of the vendor's own SDK know. */
export interface WordRule {
  /**
   * Keys from the outermost on; `*` is each entry of a list, `@user` the last one in which the user speaks. A key in snake case stands for its
   * camel case too where the format has both.
   */
  readonly path: string
  readonly words: readonly string[]
  /** Only where the object that holds the field says this: of several kinds of objects the rule is about some. */
  readonly where?: (holder: JsonObject) => boolean
  /** True: upper and lower case are the same. */
  readonly fold?: boolean
}

/** A rule as it is looked up: made once, when a format's rules are read. */
interface Plan {
  readonly keys: readonly (readonly string[])[]
  readonly words: ReadonlySet<string>
  readonly fold: boolean
  readonly where: WordRule['where']
  readonly message: string
}

export type WordCheck = (body: Json) => Fault | undefined

/**
 * A check of the words of a body. An upstream of another format is never told a word that it does not know, so it cannot refuse it: without the
 * check a typing error would be a setting without effect. What is no text is the schema's to judge.
 */
export function createWordCheck(rules: readonly WordRule[]): WordCheck {
  const plans = rules.map(({ path, words, fold = false, where }): Plan => {
    const last = words.at(-1) ?? ''
    const list = words.length === 1 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
    return {
      keys: path.split('.').map(spellings),
      words: new Set(fold ? words.map((word) => word.toUpperCase()) : words),
      fold,
      where,
      message: `must be ${list}`,
    }
  })
  return (body) => {
    for (const plan of plans) {
      const at = findOther(body, plan, 0, '')
      if (at !== undefined) return invalidRequest(plan.message, at)
    }
    return undefined
  }
}

function spellings(key: string): readonly string[] {
  const camel = key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return camel === key ? [key] : [key, camel]
}

/** Where the first text stands that is none of the words. */
function findOther(value: Json | undefined, plan: Plan, depth: number, at: Pointer): Pointer | undefined {
  const keys = plan.keys[depth]
  if (keys === undefined) {
    if (typeof value !== 'string' || plan.words.has(plan.fold ? value.toUpperCase() : value)) return undefined
    return at
  }
  if (keys[0] === '@user') {
    if (!Array.isArray(value)) return undefined
    const last = value.findLastIndex(isOfUser)
    return last === -1 ? undefined : findOther(value[last], plan, depth + 1, `${at}/${last}`)
  }
  if (keys[0] === '*') {
    if (!Array.isArray(value)) return undefined
    for (let i = 0; i < value.length; i++) {
      const found = findOther(value[i], plan, depth + 1, `${at}/${i}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (!isJsonObject(value)) return undefined
  if (plan.where !== undefined && depth === plan.keys.length - 1 && !plan.where(value)) return undefined
  for (const key of keys) {
    if (value[key] === undefined || value[key] === null) continue
    const found = findOther(value[key], plan, depth + 1, pointer(at, key))
    if (found !== undefined) return found
  }
  return undefined
}

function isOfUser(entry: Json): boolean {
  return isJsonObject(entry) && entry['role'] === 'user'
}
