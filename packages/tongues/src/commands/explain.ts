import type { Permutation } from '../run/case.ts'
import { writeStep } from '../run/write-step.ts'
import { readOptions } from '../run/command-options.ts'
import { curlOf } from '../run/curl.ts'
import { loadCases, UseError } from '../run/load-cases.ts'
import { frontPermutationsOf, permutationsOf } from '../run/permutations.ts'
import { scriptAnswer } from '../run/script-answer.ts'
import { fillIn } from '../run/variables.ts'
import { formats } from '../formats/formats.ts'
import { tryJson } from '../json/parse-json.ts'
import { defaultModels } from '../profiles/profile.ts'

/** Says what a case asks: rule, sources, what the client sends and the upstream answers, and a curl line. */
export function explain(args: readonly string[]): number {
  const { positionals } = readOptions(args, {})
  const [name] = positionals
  if (name === undefined) throw new UseError('explain needs a name: tools/parallel-permuted, or tools/parallel-permuted[C>G,stream]')
  const cases = loadCases()
  const all = [...permutationsOf(cases), ...frontPermutationsOf(cases).filter((each) => each.case.front !== undefined)]
  const found = all.find((each) => each.name === name) ?? all.find((each) => each.case.id === name)
  if (found === undefined) throw new UseError(`there is no case ${name}: see \`tongues list\``)
  console.log(textOf(found))
  return 0
}

function textOf({ case: given, from, to, stream, name }: Permutation): string {
  const lines = [name, '', given.rule, '', 'sources:']
  for (const { url, type, says, seen } of given.source)
    lines.push(`  ${seen === undefined ? `${url ?? type ?? ''}: ${says ?? ''}` : `seen: ${seen.join(', ')}`}`)
  const variables = { nonce: 'nonce-example-end', model: defaultModels[to] }
  let place = 0
  for (const step of given.client) {
    const request = writeStep(fillIn(step, variables), from, defaultModels[to], stream, undefined, 2)
    const sent = {
      url: `http://127.0.0.1:4000${request.path}`,
      method: request.method,
      headers: { 'content-type': 'application/json', ...formats[from].auth(''), ...request.headers },
      ...(request.method === 'POST' && { body: request.body }),
    }
    lines.push(
      '',
      `client sends (${formats[from].name}):`,
      `  ${request.method} ${request.path}`,
      `  ${request.body}`,
      '',
      `  ${curlOf(sent)}`,
    )
    const replies = given.upstream ?? []
    const reply = 'each' in replies ? replies.each : replies[place]
    if (request.kind === 'other' || reply === undefined) continue
    place++
    const arrival = {
      format: to,
      kind: request.kind,
      path: '',
      headers: {},
      body: request.body,
      json: tryJson(request.body) ?? null,
      stream,
      at: 0,
    } as const
    const answer = scriptAnswer(arrival, { reply: fillIn(reply, variables), model: defaultModels[to] })
    lines.push(
      '',
      `upstream answers (${formats[to].name}), status ${answer.status}:`,
      ...Buffer.concat(answer.pieces.map(({ bytes }) => bytes))
        .toString()
        .trimEnd()
        .split(/\r?\n/)
        .map((line) => `  ${line}`),
    )
  }
  lines.push(
    '',
    'expected:',
    ...JSON.stringify(given.expect ?? {}, null, 2)
      .split('\n')
      .map((line) => `  ${line}`),
  )
  if (given.loss !== undefined)
    lines.push(
      '',
      'carried, or told by name:',
      ...given.loss.map(({ at, carried }) => `  ${at}${carried[to] === undefined ? '' : `, here as ${carried[to]}`}`),
    )
  lines.push('', `mutants that it kills: ${given.mutants.join(', ')}`)
  return lines.join('\n')
}
