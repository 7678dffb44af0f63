import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { videoTiers, type VideoFamily } from '../src/index.ts'
import { fateOf, targets, type Target } from './fate-of.ts'
import { requestFields, type RequestField } from './request-fields.ts'

const familyOf = ({ tier }: Target): VideoFamily => videoTiers[tier].family

/** True for a value that is sent without being asked for: Vertex states the audio, and other upstreams always make sound. */
const idle = (target: Target, { body }: RequestField): boolean => {
  const alwaysSounds = target.upstream.format === 'gemini-veo' || videoTiers[target.tier].audio === 'always'
  if (body['generateAudio'] !== undefined) return body['generateAudio'] === alwaysSounds
  return body['addWatermark'] === false || JSON.stringify(body).includes('"watermark":false')
}

describe.each(targets.map((target) => ({ name: target.name, tier: target.tier, target })))('$name, $tier', ({ target }) => {
  test.each(requestFields[familyOf(target)])('$at $body is carried, told, or refused by its name', (field) => {
    const fate = fateOf(target, field)
    if (fate === 'silent' && idle(target, field)) return
    expect(fate).toMatch(/^(carried|approximated|dropped|refused|refused beside)$/)
  })
})

/** A family's table, with one column for each dialect, as printed in the README. */
function tableOf(family: VideoFamily): readonly string[] {
  const columns = targets.filter((target) => familyOf(target) === family && !target.name.includes(' '))
  const rows = requestFields[family].map((field) => {
    const cells = columns.map((target) => {
      const fate = fateOf(target, field)
      return fate === 'silent' ? 'carried' : fate === 'refused beside' ? 'refused' : fate
    })
    return `| \`${field.at.slice(1)}\` | ${valueOf(field)} | ${cells.join(' | ')} |`
  })
  return [
    `| ${family} | value | ${columns.map(({ name }) => `\`${name}\``).join(' | ')} |`,
    `|${' --- |'.repeat(columns.length + 2)}`,
    ...rows,
  ]
}

function valueOf({ at, body, beside }: RequestField): string {
  const value = at
    .slice(1)
    .split('/')
    .reduce<unknown>((node, key) => (node as Readonly<Record<string, unknown>>)[key], body) // the value at this place
  const items = at === '/metadata/content' ? (value as readonly unknown[]).slice(1) : value // the text is the prompt again
  const said = JSON.stringify(items).replaceAll(/"(?:data:)?[^"]{30,}"/g, '"…"')
  return `\`${said}\`${beside === undefined || at.split('/').length > 3 ? '' : ` with \`${Object.keys(beside).join('`, `')}\``}`
}

const bare = (table: string): string => table.replaceAll(/[ -]+/g, ' ').trim()

test('the tables of the README say what happens', () => {
  const tables = (['vf-1', 'vf-2', 'vf-3'] as const).map((family) => tableOf(family).join('\n')).join('\n\n')
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const found = /<!-- fields -->\n+([\s\S]*?)\n+<!-- \/fields -->/.exec(readme)?.[1] ?? ''
  expect(bare(found)).toBe(bare(tables))
})
