import type { ImageResponse, ImageUsage } from './image-response.ts'

/** The answers of the calls that one wish took, in their order, as one: items one after the other, usage added up where all told it. */
export function joinResponses(responses: readonly ImageResponse[]): ImageResponse {
  const [first] = responses
  if (first === undefined) return { items: [] }
  if (responses.length === 1) return first
  const { usage: _usage, extensions: _box, ...rest } = first
  const usage = sumOf(responses)
  return { ...rest, items: responses.flatMap(({ items }) => items), ...(usage !== undefined && { usage }) }
}

/** A total of which a part is not known is not known. An answer without any image may say nothing of its cost. */
function sumOf(responses: readonly ImageResponse[]): ImageUsage | undefined {
  const usages = responses
    .filter(({ usage, items }) => usage !== undefined || items.some(({ type }) => type === 'image'))
    .map(({ usage }) => usage)
  if (usages.length === 0 || usages.includes(undefined)) return undefined
  const known = usages.filter((usage) => usage !== undefined)
  const images = sum(known.map((usage) => usage.images))
  return {
    input: { ...totalOf(known.map(({ input }) => input)), ...modalitiesOf(known.map(({ input }) => input)) },
    output: { ...totalOf(known.map(({ output }) => output)), ...modalitiesOf(known.map(({ output }) => output)) },
    ...(images !== undefined && { images }),
  }
}

interface Side {
  readonly total?: number
  readonly fresh?: number
  readonly reasoning?: number
  readonly byModality?: Readonly<Record<string, number>>
}

function totalOf(sides: readonly Side[]): Pick<Side, 'total' | 'fresh' | 'reasoning'> {
  const sums: Record<string, number> = {}
  for (const key of ['total', 'fresh', 'reasoning'] as const) {
    const value = sum(sides.map((side) => side[key]))
    if (value !== undefined) sums[key] = value
  }
  return sums
}

function modalitiesOf(sides: readonly Side[]): Pick<Side, 'byModality'> {
  const byModality: Record<string, number> = {}
  for (const side of sides) {
    if (side.byModality === undefined) return {}
    for (const [name, tokens] of Object.entries(side.byModality)) byModality[name] = (byModality[name] ?? 0) + tokens
  }
  return { byModality }
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  let total = 0
  for (const value of values) {
    if (value === undefined) return undefined
    total += value
  }
  return total
}
