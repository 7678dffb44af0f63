import { at, atPointer, splitPointer } from '../json/access.ts'
import { formatJson } from '../json/format-json.ts'
import type { Json } from '../json/json.ts'
import { tryJson } from '../json/parse-json.ts'
import { sameJson } from '../json/same-json.ts'
import type { FormatId } from '../formats/gist.ts'
import type { LossGiven } from './case.ts'
import { toldAt, type Disclosure } from './disclosures.ts'
import type { Check } from './outcome.ts'

export interface LossContext {
  readonly to: FormatId
  readonly from: FormatId
  /** Document in which a carried value is looked for. */
  readonly target: Json | undefined
  /** Document that holds the value at its pointer. */
  readonly source: Json | undefined
  readonly disclosures: readonly Disclosure[]
  /** Message of a refusal before anything was sent upstream. */
  readonly refusal: string | undefined
}

/** Checks that each value was carried, told or refused. */
export function checkLosses(losses: readonly LossGiven[], context: LossContext): readonly Check[] {
  return losses.map((loss) => checkLoss(loss, context))
}

function checkLoss({ at: pointer, carried }: LossGiven, { to, from, target, source, disclosures, refusal }: LossContext): Check {
  const id = `loss ${pointer}`
  if (refusal !== undefined) {
    const name = splitPointer(pointer).findLast((part) => !/^\d+$/.test(part)) ?? ''
    const isNamed = splitPointer(pointer).some((part) => !/^\d+$/.test(part) && refusal.includes(part))
    return isNamed
      ? { id, verdict: 'refused', got: refusal }
      : { id, verdict: 'wrong', expected: `a refusal that names ${name}`, got: refusal }
  }
  const value = atPointer(source, pointer)
  const test = carried[to]
  const isThere = from === to ? sameJson(value, atPointer(target, pointer)) : test !== undefined && holds(test, target)
  const told = toldAt(disclosures, pointer)
  if (isThere) {
    const lie = disclosures.find((each) => each.at === pointer && each.gone)
    return lie === undefined
      ? { id, verdict: 'pass' }
      : { id, verdict: 'false loss', expected: 'nothing told, it is there', got: `${lie.at} ${lie.words}` }
  }
  const expected = test === undefined ? 'told by name' : `${test}, or told by name`
  if (told === 'exact') return { id, verdict: 'named', expected, got: 'told' }
  if (told === 'coarse') return { id, verdict: 'coarse', expected, got: 'told of a place around it' }
  return {
    id,
    verdict: 'silent loss',
    expected,
    got: value === undefined ? 'nothing' : `${formatJson(value)} is gone, and nobody was told`,
  }
}

/** True if a document holds a test `path = value`, the path with dots; several tests are parted by ` or `. */
function holds(test: string, target: Json | undefined): boolean {
  return test.split(' or ').some((each) => {
    const [path = '', value = ''] = each.split(' = ').map((part) => part.trim())
    const found = at(target, ...path.split('.'))
    const wanted = tryJson(value) ?? value
    return wanted === '*' ? found !== undefined : sameJson(found, wanted)
  })
}
