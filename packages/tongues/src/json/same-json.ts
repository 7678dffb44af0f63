import { isObject, items } from './access.ts'
import { Literal, type Json } from './json.ts'
import { tryJson } from './parse-json.ts'

/** True if both are the same value: numbers by their decimal value, without rounding, objects without regard to order. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a instanceof Literal && b instanceof Literal) return decimalOf(a.text) === decimalOf(b.text)
  if (Array.isArray(a) && Array.isArray(b)) {
    const others = items(b)
    return a.length === others.length && items(a).every((item, index) => sameJson(item, others[index]))
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a)
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  }
  return a === b
}

/** True if two texts are the same JSON value; texts that are no JSON are compared as they are, and an empty one is `{}`. */
export function sameJsonText(a: string, b: string): boolean {
  const [left, right] = [tryJson(a.trim() || '{}'), tryJson(b.trim() || '{}')]
  return left === undefined || right === undefined ? a === b : sameJson(left, right)
}

/** Text of a decimal value, the same for all its spellings: `1.50`, `15e-1` and `1.5` are `15e-1`. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const trimmed = digits.replace(/0+$/, '')
  return trimmed === '' ? '0' : `${sign}${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`
}
