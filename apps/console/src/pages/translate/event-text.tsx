import { cutText, visibleText } from '../../format/visible-text.ts'

/** Names in their order, each with its number where it is repeated at once. */
export function foldNames(names: readonly string[]): string {
  const folded: { readonly name: string; count: number }[] = []
  for (const name of names) {
    const last = folded.at(-1)
    if (last?.name === name) last.count++
    else folded.push({ name, count: 1 })
  }
  return folded.map(({ name, count }) => (count > 1 ? `${name} ×${count}` : name)).join(', ')
}

/** Shows events by their names; the events themselves are folded away. */
export function EventText({ name, frames }: { readonly name: string; readonly frames: readonly string[] }) {
  return (
    <details>
      <summary>{visibleText(cutText(name, 200).shown)}</summary>
      <pre tabIndex={0} aria-label={visibleText(cutText(name, 80).shown)}>
        {visibleText(cutText(frames.map((frame) => frame.trimEnd()).join('\n\n'), 20_000).shown, true)}
      </pre>
    </details>
  )
}
