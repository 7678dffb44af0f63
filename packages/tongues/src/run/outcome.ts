/** Verdict of a permutation, the worst first. */
export const verdicts = [
  'crash',
  'hang',
  'false success',
  'unsaid end',
  'wrong',
  'silent loss',
  'false loss',
  'refused',
  'coarse',
  'named',
  'pass',
  'blocked',
  'skipped',
  'not judged',
  'not offered',
] as const

export type Verdict = (typeof verdicts)[number]

/** A check of a permutation. */
export interface Check {
  readonly id: string
  readonly verdict: Verdict
  readonly expected?: string
  readonly got?: string
}

/** Bytes of an exchange, both ways, for reports. */
export interface Wire {
  readonly clientSent: string
  readonly upstreamGot: readonly string[]
  readonly upstreamSent: readonly string[]
  readonly clientGot: string
  readonly curl: string
}

export interface Result {
  readonly name: string
  readonly id: string
  readonly from: string
  /** `*` in mode `front`, whose upstream is the gateway's own. */
  readonly to: string
  readonly stream: boolean
  readonly axis: Axis
  readonly verdict: Verdict
  readonly scored: boolean
  /** Checks that did not pass. */
  readonly checks: readonly Check[]
  readonly wires?: readonly Wire[]
  readonly ms: number
}

export const axes = ['identity', 'carried', 'honest', 'endings', 'usage', 'cache', 'replay', 'alive', 'robust', 'contracts'] as const

export type Axis = (typeof axes)[number]

const folders: Readonly<Record<string, Axis>> = {
  tools: 'carried',
  schema: 'carried',
  content: 'carried',
  answers: 'carried',
  endpoints: 'contracts',
}

/** Axis of a case, by its folder. */
export function axisOf(id: string): Axis {
  const folder = id.split('/')[0] ?? ''
  const axis = axes.find((each) => each === folder) ?? folders[folder]
  if (axis === undefined) throw new Error(`${id}: the folder has no axis`)
  return axis
}

/** True for the verdict of a permutation that ran: the others say why there is none. */
export function didRun(verdict: Verdict): boolean {
  return verdict !== 'blocked' && verdict !== 'skipped' && verdict !== 'not judged' && verdict !== 'not offered'
}

/** Points of a verdict on its axis; undefined where it is not scored. */
export function pointsOf(verdict: Verdict, axis: Axis): number | undefined {
  if (!didRun(verdict)) return undefined
  if (verdict === 'pass') return 1
  if (axis === 'honest') return verdict === 'named' || verdict === 'refused' ? 1 : verdict === 'coarse' ? 0.5 : 0
  return 0
}

export function worst(list: readonly Verdict[]): Verdict {
  return verdicts.find((each) => list.includes(each)) ?? 'pass'
}

/** True for verdicts that fail a run: the others are as good as they can be on their axis, or not scored. */
export function isFailure(verdict: Verdict, axis: Axis): boolean {
  const points = pointsOf(verdict, axis)
  return points !== undefined && points < 1
}
