import type { ImageUsage } from './image-response.ts'

/** Sums the usages of several calls or images. A number that is missing in one of them is missing in the sum. */
export function sumUsages(usages: readonly ImageUsage[]): ImageUsage {
  const images = sum(usages.map((usage) => usage.images))
  return {
    input: sideOf(usages.map(({ input }) => input)),
    output: sideOf(usages.map(({ output }) => output)),
    ...(images !== undefined && { images }),
  }
}

interface Side {
  readonly total?: number
  readonly fresh?: number
  readonly reasoning?: number
  readonly byModality?: Readonly<Record<string, number>>
}

function sideOf(sides: readonly Side[]): Pick<Side, 'total' | 'byModality'> {
  const added: Record<string, number> = {}
  for (const key of ['total', 'fresh', 'reasoning'] as const) {
    const value = sum(sides.map((side) => side[key]))
    if (value !== undefined) added[key] = value
  }
  const byModality = modalitiesOf(sides)
  return byModality === undefined ? added : { ...added, byModality }
}

function modalitiesOf(sides: readonly Side[]): Readonly<Record<string, number>> | undefined {
  const byModality: Record<string, number> = {}
  for (const side of sides) {
    if (side.byModality === undefined) return undefined
    for (const [name, tokens] of Object.entries(side.byModality)) byModality[name] = (byModality[name] ?? 0) + tokens
  }
  return byModality
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  let total = 0
  for (const value of values) {
    if (value === undefined) return undefined
    total += value
  }
  return total
}
