import { formats } from '../formats/formats.ts'
import { formatIds, type FormatId } from '../formats/gist.ts'
import { fillIn } from './variables.ts'
import type { Case } from './case.ts'
import type { RunContext } from './exchanged.ts'
import { notOffered } from './permutations.ts'
import { runPermutation } from './run-permutation.ts'

const plain: Case = {
  id: 'contracts/probe',
  rule: 'A plain request is answered.',
  source: [],
  client: [{ talk: [{ user: 'go $NONCE' }] }],
  upstream: [{ talk: [{ assistant: 'hello' }], finish: 'stop' }],
  expect: { client: [{ end: 'complete', gist: { text: 'hello' } }] },
  mutants: [],
}

/**
 * Sends a plain request in each offered direction, until one is answered as it should be. Gives back why the gateway cannot be tested, or
 * undefined.
 */
export async function probe(context: RunContext): Promise<string | undefined> {
  const { profile } = context
  if (context.upstream === undefined) return probeFront(context)
  const offered = formatIds
    .flatMap((from) => formatIds.map((to): readonly [FormatId, FormatId] => [from, to]))
    .filter(([from, to]) => profile.directions?.includes(`${from}>${to}`) ?? true)
    // Same formats first: a gateway that translates nothing passes them.
    .toSorted(([a, b], [c, d]) => Number(c === d) - Number(a === b))
  const reasons: string[] = []
  for (const [from, to] of offered) {
    const result = await runPermutation(
      { case: plain, from, to, stream: false, name: `probe[${from}>${to}]` },
      { ...context, keepWires: true },
    )
    if (result.verdict === 'pass') return undefined
    const [check] = result.checks
    const reason = reasonOf(result.wires?.[0]?.clientGot ?? '', check?.got ?? '', context)
    reasons.push(`${formats[from].name} to ${to}: ${reason.text}`)
    if (reason.isFinal) return reason.text
  }
  return `no plain request was answered by ${context.gateway}:\n${[...new Set(reasons)]
    .slice(0, 6)
    .map((reason) => `  ${fillIn(reason, { nonce: '', model: '' })}`)
    .join('\n')}`
}

/** Sends a plain request of each client's format, until one has an answer. */
async function probeFront(context: RunContext): Promise<string | undefined> {
  const reasons: string[] = []
  for (const from of formatIds) {
    const asked: Case = { ...plain, front: 'only', expect: { client: [{ end: ['complete', 'incomplete'] }] } }
    const permutation = { case: asked, from, to: from, stream: false, front: true, name: `probe[${from}]` } as const
    if (notOffered(permutation, context.profile) !== undefined) continue
    const result = await runPermutation(permutation, { ...context, keepWires: true })
    if (result.verdict === 'pass') return undefined
    const reason = reasonOf(result.wires?.[0]?.clientGot ?? '', result.checks[0]?.got ?? '', context)
    reasons.push(`${formats[from].name}: ${reason.text}`)
    if (reason.isFinal) return reason.text
  }
  return [
    `no plain request was answered by ${context.gateway} (models are named by --map):`,
    ...reasons.map((reason) => `  ${reason}`),
  ].join('\n')
}

function reasonOf(got: string, check: string, { gateway, timeoutMs }: RunContext): { readonly text: string; readonly isFinal: boolean } {
  const [head = '', ...lines] = got.split('\n')
  const body = lines.join('\n')
  if (/^0 .*\(unreachable\)/.test(head))
    return { text: `${gateway} cannot be reached (${check}): is the gateway running, and does --gateway name its address?`, isFinal: true }
  if (head.includes('(hang)')) return { text: `${gateway} did not answer within ${timeoutMs / 1000} s`, isFinal: true }
  if (head.includes('(flood)')) return { text: `${gateway} answers without end: 32 MiB came, and the answer was not over`, isFinal: true }
  if (head.startsWith('0 ')) return { text: `${gateway} closes connections without an answer`, isFinal: true }
  if (/text\/html/.test(head) || /^\s*<(!doctype|html)/i.test(body))
    return { text: `${gateway} answers HTML: --gateway must name the address of the API, not of a page`, isFinal: true }
  if (/^40[13] /.test(head))
    return { text: `${gateway} refuses the key (${head.slice(0, 3)}): give one by --key. It says: ${body.slice(0, 300)}`, isFinal: false }
  return { text: `status ${head.slice(0, 3)}: ${body.slice(0, 200)}${check === '' ? '' : ` (${check.slice(0, 200)})`}`, isFinal: false }
}
