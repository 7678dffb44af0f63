import { pointer } from '@interlingua/core'
import type { Pointer } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { isText, object } from './loose.ts'
import type { Loose } from './loose.ts'
import type { Violation } from './violation.ts'

/** Rule for blocks of one kind on a wire: a block is empty if it has nothing but members that mean nothing by themselves. */
export interface EmptyRule {
  /** Place of such blocks, with `*` for one segment: `/content/*`. */
  readonly at: string
  /** Members that identify the kind. Absent: every object at the place is of this kind. */
  readonly when?: Readonly<Record<string, RegExp | string | boolean>>
  /** Members that mean nothing by themselves. */
  readonly beside: readonly string[]
  /** True: white space counts as empty. Absent: it does not. */
  readonly blank?: true
  /** True: a string or a list at the place itself, instead of blocks, must be filled as well. */
  readonly plain?: true
}

/** Places of empty blocks in a wire document. Knows no format and shares no code with an adapter. */
export function emptyBlocks(document: unknown, rules: readonly EmptyRule[]): readonly Pointer[] {
  const found: Pointer[] = []
  for (const rule of rules) visit(document, rule.at.split('/').slice(1), '', rule, found)
  return found
}

function visit(value: unknown, segments: readonly string[], at: Pointer, rule: EmptyRule, found: Pointer[]): void {
  const [segment, ...rest] = segments
  if (segment === undefined) {
    if (isEmpty(value, rule)) found.push(at)
    return
  }
  if (segment === '*') {
    if (Array.isArray(value)) value.forEach((inner, index) => visit(inner, rest, pointer(at, index), rule, found))
    return
  }
  const owner = object(value)
  if (Object.hasOwn(owner, segment)) visit(owner[segment], rest, pointer(at, segment), rule, found)
}

function isEmpty(value: unknown, rule: EmptyRule): boolean {
  if (isText(value) || Array.isArray(value)) return rule.plain === true && !isFilled(value, rule)
  if (typeof value !== 'object' || value === null) return false
  const block = value as Loose // an object: just checked
  for (const [key, wanted] of Object.entries(rule.when ?? {})) {
    const value = block[key]
    if (wanted instanceof RegExp ? !isText(value) || !wanted.test(value) : value !== wanted) return false
  }
  return !Object.keys(block).some((key) => !rule.beside.includes(key) && isFilled(block[key], rule))
}

/** `{}` is the input of a call without arguments, and 0 is a number, so only values that are absent, null, or of length 0 are empty. */
function isFilled(value: unknown, { blank }: EmptyRule): boolean {
  if (value === undefined || value === null) return false
  if (isText(value)) return blank === true ? value.trim() !== '' : value !== ''
  return !Array.isArray(value) || value.length > 0
}

/**
 * Law "no empty block": printed documents have no block without content. `came`: blocks that were empty in the source, of the same format,
 * and pass as they are.
 */
export function lawNoEmptyBlock(
  name: string,
  document: unknown,
  rules: readonly EmptyRule[],
  came: readonly Pointer[] = [],
): readonly Violation[] {
  return attempt(name, (say) => {
    for (const place of emptyBlocks(document, rules)) if (!came.includes(place)) say(place, 'says nothing')
  })
}
