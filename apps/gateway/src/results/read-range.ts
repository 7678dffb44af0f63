import type { ByteRange } from './storage.ts'

const pattern = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The one range that is asked for. `undefined`: none, several, or nonsense, all of which may be answered with the whole. `'unsatisfiable'`: it
 * begins where nothing is. https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = pattern.exec(header?.replaceAll(/\s/g, '').toLowerCase() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? 'unsatisfiable' : { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
