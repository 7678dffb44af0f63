import type { Item } from './gist.ts'

/** Items with each seal on the reasoning before its call, as Messages and Responses have it. */
export function sealsOnThinking(list: readonly Item[]): readonly Item[] {
  const moved: Item[] = []
  for (const item of list) {
    if (item.kind !== 'call' || item.seal === undefined) {
      moved.push(item)
      continue
    }
    const { seal, ...call } = item
    const last = moved.at(-1)
    if (last?.kind === 'think' && last.seal === undefined) moved[moved.length - 1] = { ...last, seal }
    else moved.push({ kind: 'think', text: '', seal })
    moved.push(call)
  }
  return moved
}

/** Items with each seal on the call behind its reasoning, as Gemini has it; a seal without a call behind it stays. */
export function sealsOnCalls(list: readonly Item[]): readonly Item[] {
  const moved: Item[] = []
  for (const item of list) {
    const last = moved.at(-1)
    if (item.kind === 'call' && item.seal === undefined && last?.kind === 'think' && last.seal !== undefined) {
      const { seal, ...think } = last
      moved.pop()
      if (think.text !== '') moved.push(think)
      moved.push({ ...item, seal })
    } else moved.push(item)
  }
  return moved
}
