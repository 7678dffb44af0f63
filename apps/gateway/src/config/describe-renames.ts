import type { FoundRename, Renames } from './renamed-keys.ts'

/** Lines about old keys and values of a file, one for each old name: where it stands first, and how often. */
export function describeRenames({ keys, values }: Renames, place: (offset: number) => string): readonly string[] {
  const found = [
    ...keys.map(({ offset, old, now }) => ({ offset, message: `"${old}" is now "${now}"` })),
    ...values.map(({ offset, message }) => ({ offset, message })),
  ].toSorted((a, b) => a.offset - b.offset)
  const first = found.filter(({ message }, index) => found.findIndex((each) => each.message === message) === index)
  return first.map(({ offset, message }) => {
    const times = found.filter((each) => each.message === message).length
    return `${place(offset)}: ${message}${times === 1 ? '' : ` (${times} times)`}`
  })
}

/** Says of an old key that the new one stands beside it. */
export function describeTwice({ old, now }: FoundRename): string {
  return `"${old}" is the old name of "${now}", which is there as well: keep one of them`
}
